#!/usr/bin/env python3
"""Compares what the module of a page says with what the program says, byte for byte.

    Tests/Page/compare.py PROGRAM MODULE [--all]

Every scenario is compared with its recording by the program behind --serve, and by the module in node, with all that is
shown of it and the lessons besides. Some of them, or all where there is no node, are compared under wasmkit as well, an
interpreter that shares no code with node; with --all, also the golden scripts and the texts of the fuzzers.
"""

import base64
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "Tests/WorkbenchTests"
# How many scenarios an interpreter reads besides, which takes it minutes for all.
INTERPRETED = 6
# What only a program has: files to read and to write, lessons that are kept, and a clock.
WITH_A_PROGRAM = (
    "export ", "import ", "save ", "load \"", "replay ", "report", "lesson", "timing", "set timing", "edit", "history")


def run(text, form):
    return {"do": "run", "text": text, "as": form}


def cases(is_whole):
    for path in sorted((ROOT / "scenarios").rglob("*.retry")):
        name = path.relative_to(ROOT)
        yield str(name), [run(path.read_text(), "text")]
        # The module holds the recording, too, and judges by itself.
        yield f"replay {name}", [run(f"replay {name}", "text")]
        if path.parent.name == "lessons":
            yield f"lesson {name}", [run("lesson", "text"), run(f"lesson {path.name[:2].lstrip('0')}", "text")]
    yield "settings", [
        run("set events 100000000; set memory 16384; set depth 1000; set rows 100000; set width 1000", "text"),
        run("load(op(fails: 10%).retry(3).hedge(after: 50ms), rate: 5/s, for: 2s)", "text"),
        run("load(op(fails: 10%).retry(3), rate: 5/s, for: 2s)", "text"),
        run("let b = budget(tokens: 1000000000)\nop(fails: 100%).retry(attempts: 3, budget: b)", "text"),
        run("seed 9000000000; stats op(fails: 50%).retry(2) calls 100", "json"),
        run("run op() call 5000000000", "text"), run("round(3e9) * 1000", "text"),
        run("range(2999999999...3000000001)", "text"), run("op(fails: 30%).retry(3)", "csv")]
    yield "mistakes", [
        {}, {"do": "run"}, {"do": "sing"}, run("f.retry(", "text"), {"do": "answer", "text": "1"},
        {"do": "help", "word": "retry"}, {"do": "check", "text": "op().retr(3)"}, run("op()", "text"), {"do": "quit"}]
    if not is_whole:
        return
    for path in sorted((TESTS / "Golden").rglob("*.retry")):
        lines = path.read_text().splitlines(keepends=True)
        text = "".join(line for line in lines if not line.startswith("// expect"))
        for form in ("text", "json"):
            yield f"{form} {path.relative_to(TESTS)}", [run(text, form)]
    for number, line in enumerate((TESTS / "Corpus/extremes.txt").read_text().splitlines()):
        yield f"extreme {number}", [run(line, "text")]
    for number, line in enumerate((TESTS / "Corpus/texts.base64").read_text().splitlines()):
        text = base64.b64decode(line).decode("utf8", "replace")
        yield f"corpus {number}", [run(text, "text")]
        yield f"typed {number}", [{"do": "complete", "text": text}, {"do": "signature", "text": text}]


def needs_a_program(name, requests):
    if name.split(" ")[0] in ("replay", "lesson") or name.startswith("scenarios"):
        return False
    lines = [part.strip() for request in requests for part in re.split("[\n;]", request.get("text", ""))]
    return any(line.startswith(WITH_A_PROGRAM) for line in lines)


def told(said):
    """The lines that tell a result: progress is reported by the clock, and a page is told how far a lesson is."""
    return [line for line in said.split("\n") if not line.startswith(('{"kind":"progress"', '{"kind":"file"'))]


def answered(requests):
    """The requests, each followed by answers to its questions; to none, both say so."""
    answers = [{"do": "answer", "text": text} for text in 8 * ["2", "50%", "1s", "retry"]]
    return [one for request in requests for one in [request, *(answers if request.get("do") == "run" else [])]]


def ask(command, requests, folder):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    environment = {key: value for key, value in os.environ.items() if key != "COLUMNS"} | {"LC_ALL": "C.UTF-8"}
    process = subprocess.run(
        command, input=lines.encode(), capture_output=True, cwd=folder, env=environment, timeout=600)
    return (process.stdout + process.stderr).decode("utf8", "replace")


def differences(name, wanted, found, where):
    if wanted == found:
        return []
    place = next(
        (place for place, (one, other) in enumerate(zip(wanted, found)) if one != other),
        min(len(wanted), len(found)))
    line = [lines[place][:400] if place < len(lines) else "nothing" for lines in (wanted, found)]
    return [f"{name} under {where}, line {place + 1}:\n  program: {line[0]}\n  module:  {line[1]}"]


def main(arguments):
    is_whole = "--all" in arguments
    program, module = [os.path.abspath(argument) for argument in arguments if argument != "--all"]
    asked = [(name, answered(requests)) for name, requests in cases(is_whole) if not needs_a_program(name, requests)]
    print(f"{len(asked)} texts, of which {sum(1 for name, _ in asked if name.startswith('scenarios'))} are scenarios")
    found = []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(2) as pool:
        wanted = dict(zip(
            (name for name, _ in asked),
            pool.map(lambda case: told(ask([program, "--serve"], case[1], folder)), asked)))
        if shutil.which("node"):
            lines = "".join(json.dumps({"name": name, "requests": requests}) + "\n" for name, requests in asked)
            command = ["node", "--no-warnings", str(ROOT / "Tests/Page/instances.mjs"), module]
            said = subprocess.run(command, input=lines.encode(), capture_output=True, check=True, timeout=1200)
            answers = [json.loads(line) for line in said.stdout.splitlines()]
            assert [answer["name"] for answer in answers] == [name for name, _ in asked], "a text has no answer"
            for answer in answers:
                found += differences(answer["name"], wanted[answer["name"]], told(answer["said"]), "node")
        else:
            print("no node: the texts are asked of wasmkit alone")
        replays = [case for case in asked if case[0].startswith("replay")]
        replays = replays[:: len(replays) // INTERPRETED] if shutil.which("node") else replays
        told_there = pool.map(lambda case: told(ask(["wasmkit", "run", module], case[1], folder)), replays)
        for (name, _), lines in zip(replays, told_there):
            found += differences(name, wanted[name], lines, "wasmkit")
        found += [
            f"{name}: {wanted[name][0][:200]}" for name, _ in replays if "matches its recording" not in wanted[name][0]]
    print("\n".join(found) if found else "the module says what the program says")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
