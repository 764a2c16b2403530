"""RetryLab in notebooks: cells are texts of the language, and pictures stand below them."""
from __future__ import annotations

import re
import uuid
from importlib.metadata import version
from typing import Any

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

from . import Event, Laboratory, Mistake

_version = version("retrylab")


class RetryLabKernel(Kernel):
    """A session of the program for each notebook."""

    implementation = "retrylab"
    implementation_version = _version
    banner = f"RetryLab {_version}: break things on purpose, and watch a retry strategy cope."
    language_info = {
        "name": "retrylab", "version": _version, "mimetype": "text/x-retrylab",
        "file_extension": ".retry", "pygments_lexer": "swift", "codemirror_mode": "swift",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._laboratory = Laboratory()
        self._cells: list[str] = []

    def do_execute(
        self, code: str, silent: bool, store_history: bool = True,
        user_expressions: dict[str, Any] | None = None, allow_stdin: bool = False, **_: Any,
    ) -> dict[str, Any]:
        if store_history and code.strip():
            self._cells.append(code)
        shown = _Shown(self, silent)
        # `raw_input` of the base class asks for this, which only the kernel of IPython sets.
        self._allow_stdin = allow_stdin
        try:
            result = self._laboratory.run(
                code, on_event=shown.show, on_progress=shown.tell,
                answer=self._ask if allow_stdin else None)
        except Mistake as mistake:
            return self._failure("Mistake", mistake.message, shown)
        except KeyboardInterrupt:
            return self._failure("KeyboardInterrupt", "stopped", shown)
        finally:
            shown.end()
        if result.status == "failed":
            return self._failure("Failed", "an expectation is not met", shown)
        return {
            "status": "ok", "execution_count": self.execution_count, "payload": [],
            "user_expressions": {},
        }

    def _failure(self, name: str, words: str, shown: _Shown) -> dict[str, Any]:
        content = {"ename": name, "evalue": words, "traceback": shown.mistakes or [words]}
        shown.send("error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def _ask(self, question: str, answers: list[str]) -> str:
        choice = f" ({', '.join(answers)})" if answers else ""
        return self.raw_input(f"{question}{choice} ")

    def do_complete(self, code: str, cursor_pos: int) -> dict[str, Any]:
        found = self._laboratory.complete(code, cursor_pos)
        return {
            "status": "ok", "matches": [word.text for word in found.words],
            "cursor_start": found.start, "cursor_end": found.end,
            "metadata": {
                "_jupyter_types_experimental": [
                    {"text": word.text, "type": "", "signature": word.detail,
                     "start": found.start, "end": found.end}
                    for word in found.words
                ]
            },
        }

    def do_inspect(
        self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: Any = ()
    ) -> dict[str, Any]:
        text = self._laboratory.inspect(code, cursor_pos)
        return {
            "status": "ok", "found": bool(text), "metadata": {},
            "data": {"text/plain": text} if text else {},
        }

    def do_is_complete(self, code: str) -> dict[str, Any]:
        check = self._laboratory.check(code)
        if check.status == "incomplete":
            return {"status": "incomplete", "indent": " " * check.indentation}
        return {"status": "complete" if check.status == "ready" else "invalid"}

    def do_history(
        self, hist_access_type: str, output: bool, raw: bool, session: int = 0, start: int = 1,
        stop: int | None = None, n: int | None = None, pattern: str | None = None,
        unique: bool = False,
    ) -> dict[str, Any]:
        cells = list(enumerate(self._cells, 1))
        if hist_access_type == "range":
            cells = cells[max(start, 1) - 1:None if stop is None else stop - 1]
        else:
            if hist_access_type == "search" and pattern:
                parts = (".*" if part == "*" else "." if part == "?" else re.escape(part)
                         for part in re.split(r"([*?])", pattern))
                wanted = re.compile("".join(parts), re.DOTALL)
                cells = [cell for cell in cells if wanted.fullmatch(cell[1])]
            if unique:
                cells = [cell for cell in cells if cell[1] not in self._cells[cell[0]:]]
            cells = cells[-n:] if n else cells
        return {"status": "ok", "history": [(0, number, cell) for number, cell in cells]}

    def do_shutdown(self, restart: bool) -> dict[str, Any]:
        self._laboratory.close()
        if restart:
            (self._laboratory, self._cells) = (Laboratory(), [])
        return {"status": "ok", "restart": restart}


class _Shown:
    """What a cell shows while it runs: each event at once, and how far long work has come."""

    def __init__(self, kernel: RetryLabKernel, silent: bool) -> None:
        (self._kernel, self._silent, self._name) = (kernel, silent, "")
        self.mistakes: list[str] = []

    def show(self, event: Event) -> None:
        self.end()
        if event.is_mistake:
            # The error of the cell shows it.
            self.mistakes.append(event.text)
        elif event.svg:
            self.send("display_data", {"data": event._repr_mimebundle_(), "metadata": {}})
        elif event.text:
            self.send("stream", {"name": "stdout", "text": event.text + "\n"})

    def tell(self, share: float) -> None:
        if not self._name:
            self._name = uuid.uuid4().hex
            self._display("display_data", f"{share:.0%}")
        else:
            self._display("update_display_data", f"{share:.0%}")

    def end(self) -> None:
        """Takes the progress away."""
        if self._name:
            self._display("update_display_data", "")
            self._name = ""

    def _display(self, kind: str, text: str) -> None:
        self.send(kind, {
            "data": {"text/plain": text}, "metadata": {}, "transient": {"display_id": self._name}})

    def send(self, kind: str, content: dict[str, Any]) -> None:
        if not self._silent:
            self._kernel.send_response(self._kernel.iopub_socket, kind, content)


if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=RetryLabKernel)
