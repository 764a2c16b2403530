"""A laboratory for retry strategies, from Python.

    import retrylab

    with retrylab.Laboratory(seed=7) as lab:
        result = lab.run("stats op(fails: 30%).retry(3) calls 10_000")
        print(result)
        table = pandas.DataFrame(result.rows)

The program does all of the work: this module only passes texts to `retrylab --serve` and its answers back.
"""
from __future__ import annotations

import base64
import json
import queue
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Union, overload

__all__ = ["Check", "Completion", "Event", "Laboratory", "Mistake", "Result", "Word", "program"]


def program() -> str:
    """The path of the program: beside this Python, or in the folders of `PATH`."""
    beside = Path(sys.executable).parent / "retrylab"
    found = str(beside) if beside.exists() else shutil.which("retrylab")
    if found is None:
        raise FileNotFoundError("the program 'retrylab' is neither beside this Python nor in PATH")
    return found


class Mistake(Exception):
    """An error in a text, with its line and its column, which count from 1."""

    def __init__(self, message: str, line: int = 1, column: int = 1, length: int = 0) -> None:
        super().__init__(message)
        (self.message, self.line, self.column, self.length) = (message, line, column, length)


@dataclass(frozen=True)
class Event:
    """Something that a text did: what a terminal shows, and the same as pictures and as data."""

    text: str = ""
    html: str = ""
    svg: Sequence[str] = ()
    data: Sequence[dict[str, Any]] = ()
    is_mistake: bool = False

    def __str__(self) -> str:
        return self.text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        forms: dict[str, Any] = {"text/plain": self.text}
        if self.html or self.svg:
            forms["text/html"] = "".join(map(_image, self.svg)) + self.html
        if self.svg:
            forms["image/svg+xml"] = self.svg[0]
        if self.data:
            forms["application/json"] = list(self.data)
        return forms


@dataclass(frozen=True)
class Result(Sequence[Event]):
    """What a text did, event by event."""

    events: Sequence[Event] = ()
    status: str = "ready"

    def __len__(self) -> int:
        return len(self.events)

    @overload
    def __getitem__(self, index: int) -> Event: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Event]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Event, Sequence[Event]]:
        return self.events[index]

    def __str__(self) -> str:
        return "\n".join(event.text for event in self.events if event.text)

    @property
    def objects(self) -> list[dict[str, Any]]:
        """The objects of all events, as `retrylab --json` prints them."""
        return [value for event in self.events for value in event.data]

    @property
    def rows(self) -> list[dict[str, Any]]:
        """The measurements as rows with a name for each figure, for pandas, polars or a CSV file."""
        return [_flat(value) for value in self.objects if value.get("kind") in ("stats", "load", "run")]

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        forms: dict[str, Any] = {"text/plain": str(self), "application/json": self.objects}
        pages = [event._repr_mimebundle_().get("text/html", "") for event in self.events]
        return {**forms, "text/html": "".join(pages)}


def _image(picture: str) -> str:
    # As an image of its own, which no style of the notebook reaches.
    data = base64.b64encode(picture.encode()).decode()
    return f'<img style="max-width: 100%" src="data:image/svg+xml;base64,{data}">'


def _flat(value: dict[str, Any], before: str = "") -> dict[str, Any]:
    row: dict[str, Any] = {}
    for key, part in value.items():
        if isinstance(part, dict):
            row.update(_flat(part, f"{before}{key}."))
        elif not isinstance(part, list):
            row[before + key] = part
    return row


@dataclass(frozen=True)
class Check:
    """Whether a text is right: `ready`, `incomplete` or `wrong`."""

    status: str
    mistakes: Sequence[Mistake] = ()
    indentation: int = 0
    """The spaces in front of the next line of an incomplete text."""


@dataclass(frozen=True)
class Word:
    """A completion."""

    text: str
    detail: str = ""


@dataclass(frozen=True)
class Completion:
    """The words that may stand in place of a part of a text, whose places count code points."""

    start: int
    end: int
    words: Sequence[Word] = field(default=())


class Laboratory:
    """A session: what a text defines, later ones know."""

    def __init__(
        self, *, seed: int | None = None, folder: str | None = None, options: Sequence[str] = ()
    ) -> None:
        chosen = [] if seed is None else ["--seed", str(seed)]
        # Ctrl-C stops a run by a request, so that the session goes on.
        self._process = subprocess.Popen(
            [program(), "--serve", *chosen, *options], cwd=folder, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, encoding="utf-8", start_new_session=True)
        self._count = 0
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Laboratory:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the session."""
        if self._process.stdin:
            self._process.stdin.close()
        self._process.terminate()
        self._process.wait()
        self._reader.join()
        if self._process.stdout:
            self._process.stdout.close()

    def run(
        self, text: str, *, on_event: Callable[[Event], None] | None = None,
        on_progress: Callable[[float], None] | None = None,
        answer: Callable[[str, list[str]], str] | None = None,
    ) -> Result:
        """Runs a text. `answer` is asked what the text asks a person; without it, questions are cancelled.

        Raises `Mistake` if the text is wrong. Ctrl-C stops the run, and the session goes on.
        """
        (events, mistakes) = ([], [])
        number = self._send(do="run", text=text, **{"as": "bundle"})
        status = "ready"
        for line in self._answers(number):
            kind = line["kind"]
            if kind == "bundle":
                event = Event(
                    "\n".join(part["text"] for part in line["output"]), line["html"], line["svg"],
                    line["data"], any(part["stream"] == "mistake" for part in line["output"]))
                events.append(event)
                mistakes += [value for value in event.data if value.get("kind") == "error"]
                if on_event:
                    on_event(event)
            elif kind == "progress" and on_progress:
                on_progress(line["share"])
            elif kind == "question":
                given = answer(line["text"], line["answers"]) if answer else "cancel"
                self._send(do="answer", text=given)
            elif kind == "done":
                status = line["status"]
        if status == "wrong" or status == "incomplete":
            raise _mistake(mistakes[0]) if mistakes else Mistake(f"the text is {status}")
        return Result(tuple(events), status)

    def check(self, text: str) -> Check:
        """Checks a text without running it."""
        (mistakes, spaces, status) = ([], 0, "ready")
        for line in self._answers(self._send(do="check", text=text, units="codepoints")):
            if line["kind"] == "error":
                mistakes.append(_mistake(line))
            elif line["kind"] == "continuation":
                spaces = line["indentation"]
            elif line["kind"] == "done":
                status = line["status"]
        return Check(status, tuple(mistakes), spaces)

    def complete(self, text: str, position: int | None = None) -> Completion:
        """Finds what may stand at a position of a text, which is its end if none is given."""
        place = len(text) if position is None else position
        for line in self._answers(self._send(do="complete", text=text, position=place)):
            if line["kind"] == "completion":
                words = tuple(Word(word["text"], word["detail"]) for word in line["words"])
                return Completion(line["from"], line["to"], words)
        return Completion(place, place)

    def inspect(self, text: str, position: int | None = None) -> str:
        """Explains the word at a position of a text; an empty text if there is nothing to say."""
        place = len(text) if position is None else position
        lines = list(self._answers(self._send(do="help", text=text, position=place)))
        return "\n".join(line["text"] for line in lines if line["kind"] == "text")

    # Lines

    def _send(self, **request: Any) -> int:
        self._count += 1
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"id": self._count, **request}) + "\n")
        self._process.stdin.flush()
        return self._count

    def _answers(self, number: int) -> Iterator[dict[str, Any]]:
        """The lines that answer a request, to its end also if a person interrupts it."""
        interruption = None
        while True:
            try:
                line = self._line()
            except KeyboardInterrupt as interrupt:
                interruption = interrupt
                self._send(do="stop", of=number)
                continue
            if line.get("id") != number:
                continue
            yield line
            if line["kind"] == "done":
                break
        if interruption:
            raise interruption

    def _line(self) -> dict[str, Any]:
        line = self._lines.get()
        if line is None:
            self._lines.put(None)
            raise ConnectionError(f"the program has ended with {self._process.wait()}")
        return json.loads(line)

    def _read(self) -> None:
        # On a thread of its own, which no Ctrl-C can interrupt within a line.
        assert self._process.stdout
        for line in self._process.stdout:
            self._lines.put(line)
        self._lines.put(None)


def _mistake(value: dict[str, Any]) -> Mistake:
    return Mistake(value["message"], value["line"], value["column"], value["length"])
