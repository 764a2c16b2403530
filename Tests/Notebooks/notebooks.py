#!/usr/bin/env python3
"""The module for Python and the kernel say what the program says, in a place where the wheel is installed.

    notebooks.py PROGRAM

The packages `jupyter_kernel_test`, `nbclient` and `pandas` have to be there.
"""
import base64
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import xml.etree.ElementTree

import jupyter_kernel_test
import nbclient
import nbformat
import pandas
import retrylab
from jupyter_client.manager import start_new_kernel
from nbformat.v4 import new_code_cell, new_notebook

PROGRAM = sys.argv.pop(1)
FETCH = "let fetch = op(latency: 80ms...120ms, fails: [.timeout: 30%, .auth: 2%])\n"
LONG = "stats op(fails: 50%).retryWhen { e in e.delay(1ms) } calls 1_000_000_000"
# Runs of each kind, whose answers have the same bytes in Python and from the command line.
CORPUS = [
    FETCH + "fetch.retry(attempts: 4, backoff: exponential(100ms), jitter: full)",
    FETCH + "stats fetch.retry(3) calls 10_000", FETCH + "compare fetch, fetch.retry(2) calls 1000",
    FETCH + "why fetch.retry(3)", "load(op(on: server(service: 20ms)), rate: 40/s, for: 10s)",
    "sweep n in 1...3 { op(fails: 30%).retry(n) } calls 100", "explain op().retry(attempts: 5, backoff: fibonacci(1s))",
]


def program(*words: str) -> str:
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True).stdout


class Kernel(jupyter_kernel_test.KernelTests):
    kernel_name, language_name, file_extension = "retrylab", "retrylab", ".retry"
    code_hello_world = "/// hello, world"
    completion_samples = [{"text": "op().ret", "matches": {"retry(", "retryWhen { "}}]
    complete_code_samples = ["1", "op()"]
    incomplete_code_samples = ["op(", "sweep n in [1, 2] {"]
    invalid_code_samples = ["op(]"]
    code_generate_error = "f.rety(3)"
    code_inspect_sample = "retry"
    code_display_data = [
        {"code": FETCH + "fetch.retry(3)", "mime": mime}
        for mime in ("text/html", "image/svg+xml", "text/plain", "application/json")
    ]
    code_history_pattern = "op*"
    supported_history_operations = ("tail", "range", "search")


class Notebook(unittest.TestCase):
    def test_shows_pictures_tables_and_mistakes(self):
        cells = [FETCH, "fetch.retry(3)", "stats fetch.retry(3) calls 1000", "expect success > 99.9%", "fetch.rety(1)"]
        notebook = new_notebook(
            cells=[new_code_cell(cell) for cell in cells],
            metadata={"kernelspec": {"name": "retrylab", "display_name": "RetryLab"}})
        nbclient.NotebookClient(notebook, allow_errors=True, timeout=120).execute()
        outputs = [cell.outputs for cell in notebook.cells]
        self.assertIn("fetch: an operation", outputs[0][0].text)
        for output in (outputs[1][0], outputs[2][0]):
            page = output.data["text/html"]
            self.assertIn("<table>", page)
            picture = base64.b64decode(page.split("base64,")[1].split('"')[0])
            self.assertTrue(xml.etree.ElementTree.fromstring(picture).tag.endswith("svg"))
        self.assertEqual(outputs[2][0].data["application/json"][0]["kind"], "stats")
        self.assertEqual([outputs[3][0].ename, outputs[4][0].ename], ["Failed", "Mistake"])
        self.assertIn("did you mean 'retry'", "\n".join(outputs[4][0].traceback))

    def test_stops_a_cell_and_tells_how_far_it_is(self):
        manager, client = start_new_kernel(kernel_name="retrylab")
        try:
            # Else what follows at once would be aborted with it.
            asked = client.execute(LONG, stop_on_error=False)
            progress = []
            while len(progress) < 2:
                message = client.get_iopub_msg(timeout=60)
                if message["msg_type"] in ("display_data", "update_display_data"):
                    progress.append(message["content"]["data"]["text/plain"])
            self.assertTrue(all(text.endswith("%") for text in progress), progress)
            manager.interrupt_kernel()
            reply = client.get_shell_msg(timeout=60)
            self.assertEqual(reply["parent_header"]["msg_id"], asked)
            self.assertEqual(reply["content"]["ename"], "KeyboardInterrupt")
            # The session goes on.
            self.assertEqual(client.execute_interactive("1", timeout=60)["content"]["status"], "ok")
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)

    def test_asks_a_person(self):
        manager, client = start_new_kernel(kernel_name="retrylab")
        try:
            asked = []

            def answer(message):
                asked.append(message["content"]["prompt"])
                client.input("retry")

            text = "op(script: [.timeout, ok]).ask(after: 0, every: 0s)"
            shown = []
            reply = client.execute_interactive(
                text, allow_stdin=True, stdin_hook=answer, output_hook=shown.append, timeout=60)
            self.assertEqual((reply["content"]["status"], len(asked)), ("ok", 1))
            data = [message["content"]["data"]["application/json"] for message in shown
                    if message["msg_type"] == "display_data"]
            self.assertEqual(data[0][0]["outcome"], "success")
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


    def test_runs_what_a_session_exports(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "lab.ipynb"
            program("-e", "/// Why\n" + FETCH + "stats fetch.retry(3) calls 1000", "-e", f"export {path}")
            notebook = nbformat.read(path, as_version=4)
            nbformat.validate(notebook)
            nbclient.NotebookClient(notebook, kernel_name="retrylab").execute()
            text = json.dumps(notebook)
            self.assertIn("1,000 calls", text)
            # Outputs are no part of the scenario.
            nbformat.write(notebook, path)
            self.assertIn("1,000 calls", program(str(path)))


class Module(unittest.TestCase):
    def test_says_what_the_program_says(self):
        for text in CORPUS:
            with retrylab.Laboratory(seed=7) as laboratory:
                objects = laboratory.run(text).objects
            lines = [json.loads(line) for line in program("--json", "--seed", "7", "-e", text).splitlines()]
            results = [value for value in objects if value["kind"] not in ("definition", "note")]
            for value in results:
                value.setdefault("schema", 1)
            self.assertEqual(results, lines, text)

    def test_runs_what_the_manual_shows(self):
        manual = pathlib.Path(__file__).parent.parent.parent / "Sources/retrylab/RetryLab.docc/Notebooks.md"
        names = {}
        exec("import pandas" + manual.read_text().split("```\nimport pandas")[1].split("```")[0], names)
        self.assertEqual(list(names["table"]["subject"]), ["fetch", "fetch.retry(3)"])

    def test_gives_rows_to_pandas(self):
        with retrylab.Laboratory() as laboratory:
            table = pandas.DataFrame(laboratory.run(CORPUS[2]).rows)
        self.assertEqual(list(table["subject"]), ["fetch", "fetch.retry(2)"])
        self.assertGreater(table["success.rate"][1], table["success.rate"][0])

    def test_raises_what_is_wrong_and_goes_on(self):
        with retrylab.Laboratory() as laboratory:
            with self.assertRaises(retrylab.Mistake) as caught:
                laboratory.run("op().rety(3)")
            self.assertEqual((caught.exception.line, caught.exception.column), (1, 6))
            self.assertEqual(laboratory.run("stats op(fails: 100%) calls 9\nexpect success > 50%").status, "failed")
            self.assertEqual(laboratory.check("op(").indentation, 2)
            self.assertIn("retry", laboratory.inspect("op().retry(3)", 7))
            self.assertEqual(laboratory.run("1").status, "ready")

    def test_is_interrupted_by_ctrl_c(self):
        # Whoever starts the tests in the background has them ignore it.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with retrylab.Laboratory() as laboratory:
            seen = []

            def progress(share):
                seen.append(share)
                if len(seen) == 1:
                    threading.Thread(target=os.kill, args=(os.getpid(), signal.SIGINT)).start()

            start = time.monotonic()
            with self.assertRaises(KeyboardInterrupt):
                laboratory.run(LONG, on_progress=progress)
            self.assertLess(time.monotonic() - start, 60)
            self.assertEqual(str(laboratory.run("1 + 1")), "2")


if __name__ == "__main__":
    unittest.main()
