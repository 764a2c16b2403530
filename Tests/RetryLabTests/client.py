"""A program that talks to 'retrylab --serve' with nothing but Python's standard library.

It prints what it finds otherwise than it should be, and nothing where all is well.
"""

import json
import signal
import subprocess
import sys


def listen_to_interrupts():
    """Undoes what whoever runs the tests may have done: had Ctrl-C passed over, or held back."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


class Client:
    """The other end of a session."""

    def __init__(self, program):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [program, "--serve"],
            stdin=pipe,
            stdout=pipe,
            preexec_fn=listen_to_interrupts,
        )
        self.left = []

    def send(self, **request):
        line = json.dumps(request) + "\n"
        self.process.stdin.write(line.encode())
        self.process.stdin.flush()

    def read(self):
        line = json.loads(self.process.stdout.readline())
        check(line["schema"] == 1, "the schema", line)
        return line

    def until(self, id, *kinds):
        """Returns the lines that answer a request up to one of some kind; others are kept."""
        lines = []
        while True:
            at = next((n for n, line in enumerate(self.left) if line["id"] == id), None)
            line = self.read() if at is None else self.left.pop(at)
            if line["id"] != id:
                self.left.append(line)
                continue
            lines.append(line)
            if line["kind"] in kinds:
                return lines

    def ask(self, id, **request):
        self.send(id=id, **request)
        return self.until(id, "done")


def check(is_right, what, *found):
    if not is_right:
        print("wrong:", what, *[str(one)[:300] for one in found])


def kinds(lines):
    return [line["kind"] for line in lines]


def statuses(lines):
    return [line["status"] for line in lines if line["kind"] == "done"]


def share_definitions(client):
    first = client.ask(1, do="run", text="let f = op(fails: 30%)")
    check(kinds(first) == ["definition", "done"], "a definition", first)
    second = client.ask("two", do="run", text="stats f.retry(3) calls 1000\nf")
    check(kinds(second)[-3:] == ["stats", "run", "done"], "two results", second)
    check(second[-3]["success"]["rate"] > 0.9, "a rate", second)
    wrong = client.ask([3], do="run", text="let g = f\nf.rety(3)")
    check(kinds(wrong) == ["error", "done"], "a mistake", wrong)
    check(wrong[0]["suggestion"] == "retry" and statuses(wrong) == ["wrong"], "it", wrong)
    after = client.ask({"n": 4}, do="run", text="f.retry(2)")
    check(statuses(after) == ["ready"], "what follows a mistake", after)
    checked = client.ask(5, do="check", text="f.retry(2)")
    check(kinds(checked) == ["done"] and statuses(checked) == ["ready"], "a check", checked)


def help_writing(client):
    (found, _) = client.ask(11, do="complete", text="f.ret")
    check("retry" in [word["name"] for word in found["words"]], "completion", found)
    check((found["from"], found["to"]) == (2, 5), "its place", found)
    (found, _) = client.ask(12, do="complete", text='"\U0001f600"; f.ret', position=7)
    check((found["from"], found["to"]) == (7, 7), "a place behind an emoji", found)
    (call, _) = client.ask(13, do="signature", text="f.retry(attempts: 3, ")
    check(any("attempts:" in form["text"] for form in call["forms"]), "a signature", call)
    (text, _) = client.ask(14, do="help", word="retry")
    check(text["kind"] == "text" and ".retry(" in text["text"], "help", text)
    shown = client.ask(15, do="run", text="f.retry(2)", **{"as": "text"})
    check(shown[0]["kind"] == "output" and "attempt 1" in shown[0]["text"], "text", shown)
    table = client.ask(16, do="run", text="stats f calls 100", **{"as": "csv"})
    check("subject," in table[-2]["text"], "csv", table)


def answer_questions(client):
    ask = "op(script: [.timeout, .timeout, ok]).ask(after: 0, every: 0s)"
    client.send(id=21, do="run", text=ask)
    for n in range(2):
        question = client.until(21, "question")[-1]
        check(question["answers"] == ["retry", "cancel"], "a question", question)
        client.send(id=22 + n, do="answer", text="retry")
    lines = client.until(21, "done")
    check(lines[0].get("attempts") == 3, "what was answered", lines)


def stop(client):
    client.send(id=31, do="run", text="stats f.retry(3) calls 1_000_000_000")
    client.until(31, "progress")
    check(statuses(client.ask(32, do="stop")) == ["ready"], "a stop")
    check(statuses(client.until(31, "done")) == ["stopped"], "what was stopped")
    # A stop counts also where it comes before what it stops has begun.
    client.send(id=33, do="run", text="stats f.retry(3) calls 1_000_000_000")
    client.send(id=34, do="stop")
    check(statuses(client.until(33, "done")) == ["stopped"], "what had not begun")
    check(statuses(client.until(34, "done")) == ["ready"], "a stop at once")
    after = client.ask(35, do="run", text="f.retry(2)")
    check(kinds(after) == ["run", "done"], "what follows a stop", after)


def go_wrong(client):
    for line in ["garbage", "", "[" * 100000, "x" * 3000000, '{"do": "sing"}']:
        client.process.stdin.write(line.encode() + b"\n")
        client.process.stdin.flush()
        lines = client.until(None, "done")
        check(kinds(lines) == ["refusal", "done"], "a refusal", line[:20], lines)
    client.process.stdin.write(b'\xff\xfe{"\x00\n')
    client.process.stdin.flush()
    check(statuses(client.until(None, "done")) == ["wrong"], "bytes that are no text")


def leave(client, is_told):
    if is_told:
        check(statuses(client.ask("bye", do="quit")) == ["ended"], "the end")
    client.process.stdin.close()
    check(client.process.stdout.read() == b"", "what comes behind the end")
    check(client.process.wait() == 0 and client.left == [], "how it ended", client.left)


def main():
    client = Client(sys.argv[1])
    for part in [share_definitions, help_writing, answer_questions, stop, go_wrong]:
        part(client)
    leave(client, is_told=True)
    # The end of the input ends the session, even while it asks.
    client = Client(sys.argv[1])
    client.send(id=1, do="run", text="op(script: [.timeout, ok]).ask(after: 0, every: 0s)")
    client.until(1, "question")
    client.process.stdin.close()
    check(client.until(1, "done")[-1]["kind"] == "done", "the end in a question")
    leave(client, is_told=False)
    # Ctrl-C ends the program, at work or not, and leaves no line that is no JSON.
    for text in ["just(1)", "stats op(fails: 50%).retry(3) calls 1_000_000_000"]:
        client = Client(sys.argv[1])
        client.send(id=1, do="run", text=text)
        client.until(1, "done", "progress")
        client.process.send_signal(signal.SIGINT)
        for line in client.process.stdout.read().splitlines():
            check(line.startswith(b"{"), "a line", line)
        check(client.process.wait() == -signal.SIGINT, "the end by Ctrl-C")


main()
