#!/usr/bin/env python3
"""Talks to `--lsp` and `--mcp` as editors and assistants do.

    Tests/Editors/editors.py PROGRAM

The clients are those of pygls and mcp, which read each answer by the types of its protocol, and Neovim, Emacs if they
are there.
"""
import asyncio
import json
import logging
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

import mcp
from lsprotocol import types
from mcp.client.stdio import stdio_client
from pygls.lsp.client import BaseLanguageClient

# What asks a person, or reads and writes files, which an assistant has none of.
ASKING = re.compile(r"\b(lesson|course|exercise|variant|predict|save|export|load|import|history|report|replay|ask|samples|logged|edit)\b")
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
PROGRAM = str(pathlib.Path(sys.argv[1]).resolve())
TEXT = """/// What a client does
let fetch = op(latency: 80ms...120ms, fails: [.timeout: 30%])
let gentle = fetch.retry(3)
stats gentle calls 1000
"""


class Editor:
    """An editor with one text."""

    def __init__(self, text=TEXT, path="/texts/one.retry"):
        self.client = BaseLanguageClient("tests", "1")
        self.text, self.uri = text, pathlib.Path(path).as_uri()
        self.found, self.shown = asyncio.Queue(), []
        self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda told: self.found.put_nowait(told))
        self.client.feature(types.WINDOW_SHOW_MESSAGE)(lambda told: self.shown.append(told))

    async def __aenter__(self):
        await self.client.start_io(PROGRAM, "--lsp")
        self.known = await self.client.initialize_async(types.InitializeParams(capabilities=types.ClientCapabilities()))
        self.client.initialized(types.InitializedParams())
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(
            types.TextDocumentItem(uri=self.uri, language_id="retry", version=1, text=self.text)))
        self.diagnostics = (await asyncio.wait_for(self.found.get(), 30)).diagnostics
        return self

    async def __aexit__(self, *_):
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()

    @property
    def document(self):
        return types.TextDocumentIdentifier(self.uri)

    def place(self, word):
        before = self.text[:self.text.index(word)]
        return types.Position(before.count("\n"), len(before) - before.rfind("\n") - 1)


class EditorTests(unittest.IsolatedAsyncioTestCase):
    async def test_every_answer_has_the_form_of_the_protocol(self):
        async with Editor() as editor:
            client, document = editor.client, editor.document
            self.assertEqual(list(editor.diagnostics), [])
            place = editor.place("gentle calls")
            at = {"text_document": document, "position": place}
            hover = await client.text_document_hover_async(types.HoverParams(**at))
            self.assertIn("3 attempts in total", hover.contents.value)
            found = await client.text_document_completion_async(
                types.CompletionParams(document, editor.place("retry(3)")))
            self.assertIn("retryWhen", [item.label for item in found.items])
            call = await client.text_document_signature_help_async(
                types.SignatureHelpParams(document, editor.place("3)")))
            self.assertTrue(call.signatures[0].label.startswith("retry("))
            defined = await client.text_document_definition_async(types.DefinitionParams(**at))
            self.assertEqual(defined.range.start, editor.place("gentle = "))
            used = await client.text_document_references_async(
                types.ReferenceParams(context=types.ReferenceContext(True), **at))
            self.assertEqual(len(used), 2)
            marked = await client.text_document_document_highlight_async(types.DocumentHighlightParams(**at))
            self.assertEqual(len(marked), 2)
            can = await client.text_document_prepare_rename_async(types.PrepareRenameParams(**at))
            self.assertEqual(can.placeholder, "gentle")
            edit = await client.text_document_rename_async(types.RenameParams(document, place, "patient"))
            self.assertEqual([change.new_text for change in edit.changes[editor.uri]], ["patient", "patient"])
            names = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
            self.assertEqual([name.name for name in names], ["fetch", "gentle"])
            await client.text_document_folding_range_async(types.FoldingRangeParams(document))
            colours = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
            self.assertEqual(len(colours.data) % 5, 0)
            edits = await client.text_document_formatting_async(
                types.DocumentFormattingParams(document, types.FormattingOptions(2, True)))
            self.assertEqual(len(edits), 0)
            whole = types.Range(types.Position(0, 0), types.Position(9, 0))
            hints = await client.text_document_inlay_hint_async(types.InlayHintParams(document, whole))
            self.assertEqual([hint.label for hint in hints], [": 3 attempts"])
            fixes = await client.text_document_code_action_async(
                types.CodeActionParams(document, whole, types.CodeActionContext([])))
            self.assertEqual(len(fixes), 0)

    async def test_a_lens_runs_a_statement(self):
        async with Editor() as editor:
            lenses = await editor.client.text_document_code_lens_async(types.CodeLensParams(editor.document))
            command = lenses[-1].command
            told = await editor.client.workspace_execute_command_async(
                types.ExecuteCommandParams(command.command, command.arguments))
            self.assertIn("1,000 calls", told)
            self.assertEqual([message.message for message in editor.shown], [told])

    async def test_a_run_keeps_no_other_request_waiting_and_can_be_cancelled(self):
        async with Editor("stats op(fails: 30%, latency: exponential(100ms)).retry(3) calls 10_000_000_000\n") as editor:
            request = editor.client.protocol.send_request_async(
                types.WORKSPACE_EXECUTE_COMMAND,
                types.ExecuteCommandParams("retrylab.run", [editor.uri]), msg_id="run")
            running = asyncio.ensure_future(request)
            await asyncio.sleep(0)
            help = await editor.client.text_document_hover_async(
                types.HoverParams(editor.document, types.Position(0, 7)))
            self.assertIn("op(", help.contents.value)
            self.assertFalse(running.done())
            began = time.monotonic()
            editor.client.cancel_request(types.CancelParams("run"))
            with self.assertRaises(Exception):
                await asyncio.wait_for(running, 30)
            self.assertLess(time.monotonic() - began, 20)

    async def test_the_mistakes_are_those_of_the_program(self):
        lines = (ROOT / "Tests/WorkbenchTests/Corpus/extremes.txt").read_text().splitlines()
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for number, line in enumerate(lines[:120]):
                path = pathlib.Path(folder) / f"{number}.retry"
                path.write_text(line)
                run = subprocess.run([PROGRAM, "--check", path], capture_output=True, text=True, cwd=folder)
                wanted = [part.split(": error: ") for part in run.stderr.splitlines() if ": error: " in part]
                async with Editor(line, str(path)) as editor:
                    found = [
                        (f"{one.range.start.line + 1}", one.message.split("; did you mean")[0])
                        for one in editor.diagnostics]
                    self.assertEqual(len(found), len(wanted), f"{line}\n{run.stderr}\n{found}")
                    for (row, message), (place, words) in zip(found, wanted):
                        self.assertEqual(place.rsplit(":", 2)[1], row, line)
                        self.assertTrue(message.startswith(words), f"{message} beside {words}")
                        count += 1
        self.assertGreater(count, 20)

    async def test_neovim_shows_the_mistakes(self):
        editor = shutil.which("nvim")
        if editor is None:
            self.skipTest("neovim is not installed")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.retry"
            path.write_text("let fetch = op()\nfetch.retrry(3)\n")
            result = subprocess.run(
                [editor, "--headless", "-u", "NONE", "-i", "NONE", "-n", path, "-c", f"luafile {HERE / 'neovim.lua'}"],
                capture_output=True, text=True, timeout=60, env={"PROGRAM": PROGRAM, "PATH": "/usr/bin:/bin", "HOME": folder})
            told = json.loads(result.stderr.strip().splitlines()[-1])
            self.assertEqual(told["message"], "an operation has no method 'retrry'; did you mean 'retry'?")
            self.assertEqual([told["line"], told["fixed"]], [1, "fetch.retry(3)"])
            self.assertIn("an operation", told["hover"])

    async def test_emacs_shows_the_mistakes_by_the_settings_of_the_article(self):
        editor = shutil.which("emacs")
        if editor is None:
            self.skipTest("emacs is not installed")
        article = (ROOT / "Sources/retrylab/RetryLab.docc/Editors.md").read_text()
        settings = re.search(r"^Emacs .*?^```\n(.*?)^```", article, re.DOTALL | re.MULTILINE)[1]
        with tempfile.TemporaryDirectory() as folder:
            place = pathlib.Path(folder)
            (place / "settings.el").write_text(settings)
            (place / "retrylab").symlink_to(PROGRAM)
            (place / "a.retry").write_text("let fetch = op()\nfetch.retrry(3)\n")
            result = subprocess.run(
                [editor, "--batch", "--eval", "(package-initialize)", "-l", place / "settings.el", "-l", HERE / "emacs.el"],
                capture_output=True, text=True, timeout=60,
                env={"TEXT": str(place / "a.retry"), "PATH": f"{folder}:/usr/bin:/bin", "HOME": folder})
            if "Cannot open load file" in result.stderr:
                self.skipTest("this emacs has no eglot")
            told = json.loads(result.stdout)
            self.assertEqual([told["mode"], told["line"]], ["Retry", 2])
            self.assertIn("an operation has no method 'retrry'; did you mean 'retry'?", told["message"])


class AssistantTests(unittest.IsolatedAsyncioTestCase):
    async def ask(self, tool, **arguments):
        server = mcp.StdioServerParameters(command=PROGRAM, args=["--mcp"])
        async with stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            self.assertEqual(len((await session.list_tools()).tools), 8)
            answer = await session.call_tool(tool, arguments)
            self.assertLessEqual(len(answer.content[0].text.encode()), 8000)
            return answer

    async def test_tools_answer(self):
        run = await self.ask("run", text=TEXT)
        self.assertIn("1,000 calls", run.content[0].text)
        self.assertIn("total attempts: 3", (await self.ask("explain", text=TEXT, subject="gentle")).content[0].text)
        wrong = await self.ask("check", text="op().retrry(3)")
        self.assertIn("did you mean 'retry'?", wrong.content[0].text)

    async def test_a_run_keeps_no_other_request_waiting(self):
        server = mcp.StdioServerParameters(command=PROGRAM, args=["--mcp"])
        text = "stats op(fails: 30%, latency: exponential(100ms)).retry(3) calls 10_000_000_000"
        async with stdio_client(server) as (read, write), mcp.ClientSession(read, write) as session:
            await session.initialize()
            running = asyncio.ensure_future(session.call_tool("run", {"text": text}))
            await asyncio.sleep(0)
            await asyncio.wait_for(session.send_ping(), 10)
            self.assertFalse(running.done())
            running.cancel()

    async def test_a_client_is_judged_by_its_log(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.retry"
            path.write_text("let fetch = op(fails: [.http(503): 50%])\nlet gentle = policy(attempts: 3, on: [.http(503)])\n")
            calls = "for n in 1 2 3 4 5; do curl --noproxy '*' -s -o /dev/null $RETRYLAB_URL/fetch; done"
            log = subprocess.run(
                [PROGRAM, "listen", path, "--port", "0", "--json", "--", "/bin/sh", "-c", calls],
                capture_output=True, text=True, timeout=60)
            answer = await self.ask("judge", text=path.read_text(), log=log.stdout)
            self.assertIn("5 attempts", answer.content[0].text)
            self.assertIn("gentle = policy(", answer.content[0].text)


class GrammarTests(unittest.TestCase):
    """The grammar colours each scenario as the prompt does, read by the engine of expressions that editors use."""

    SCOPES = {
        "keyword": "strong", "constant.numeric": "number", "string": "quoted", "constant.character": "quoted",
        "constant.language": "kind", "comment": "faint",
    }

    def colours(self, text):
        request = json.dumps({"do": "colours", "text": text})
        run = subprocess.run([PROGRAM, "--serve"], input=request + "\n", capture_output=True, text=True)
        pieces = json.loads(run.stdout.splitlines()[0])["pieces"]
        return [piece["ink"] for piece in pieces for _ in piece["text"]]

    def test_its_colours_are_those_of_the_prompt(self):
        try:
            from textmate import TextMate
        except ImportError:
            self.skipTest("onigurumacffi is not installed")
        grammar = json.loads(subprocess.run([PROGRAM, "--grammar"], capture_output=True, text=True).stdout)
        (wrong, count) = ([], 0)
        for path in sorted((ROOT / "scenarios").rglob("*.retry")):
            text = path.read_text()
            for place, (ink, scope) in enumerate(zip(self.colours(text), TextMate(grammar).scopes(text))):
                if text[place].isspace():
                    continue
                count += 1
                other = next((ink for name, ink in self.SCOPES.items() if scope and scope.startswith(name)), None)
                if ink != other:
                    line = text.count("\n", 0, place) + 1
                    wrong.append(f"{path.name}:{line}: {text.splitlines()[line - 1]!r} at {text[place]!r}: {ink}, {other}")
        self.assertGreater(count, 50_000)
        self.assertEqual(wrong[:20], [], f"{len(wrong)} of {count}")


class FrontEndTests(unittest.TestCase):
    """One text is one output: in the program, behind --serve, in Python and so in notebooks, and for assistants.

    Tests/Page/compare.py compares the page with --serve in the same way.
    """

    def texts(self):
        folder = ROOT / "Tests/WorkbenchTests"
        for path in sorted((folder / "Golden").rglob("*.retry")):
            lines = path.read_text().splitlines(keepends=True)
            yield path.name, "".join(line for line in lines if not line.startswith("// expect"))
        for number, line in enumerate((folder / "Corpus/extremes.txt").read_text().splitlines()):
            yield f"extreme {number}", line

    def answers(self, option, requests):
        lines = "".join(json.dumps(request) + "\n" for request in requests)
        run = subprocess.run([PROGRAM, option], input=lines, capture_output=True, text=True, timeout=600)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_all_say_the_same(self):
        texts = [(name, text) for name, text in self.texts() if not ASKING.search(text)]
        calls = [
            {"jsonrpc": "2.0", "id": number, "method": "tools/call",
             "params": {"name": "run", "arguments": {"text": text}}} for number, (_, text) in enumerate(texts)]
        assistant = {
            one["id"]: one["result"]["content"][0]["text"] for one in self.answers("--mcp", calls)}
        compared = 0
        with tempfile.TemporaryDirectory() as folder:
            for number, (name, text) in enumerate(texts):
                run = subprocess.run(
                    [PROGRAM, "-"], input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder,
                    timeout=600)
                served = self.answers("--serve", [{"do": "run", "text": text, "as": "text"}])
                said = "".join(one["text"] + "\n" for one in served if one["kind"] == "output")
                self.assertEqual(said, run.stdout, name)
                # Other forms of the same answers, which the module for Python and the kernel show.
                bundles = self.answers("--serve", [{"do": "run", "text": text, "as": "bundle"}])
                parts = [part for one in bundles if one["kind"] == "bundle" for part in one["output"]]
                self.assertEqual("".join(part["text"] + "\n" for part in parts), run.stdout, name)
                if "which do not fit" not in assistant[number] and run.stdout:
                    self.assertEqual(assistant[number] + "\n", run.stdout, name)
                    compared += 1
        self.assertGreater(compared, 50)


if __name__ == "__main__":
    # Else each task that waits is told.
    logging.getLogger("asyncio").setLevel(logging.ERROR)
    unittest.main(argv=sys.argv[:1], verbosity=2)
