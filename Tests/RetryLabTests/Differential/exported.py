"""Runs policies that RetryLab has exported, and tells where they differ from what RetryLab simulates.

usage: python exported.py PROGRAM [--count N] [--seed N]

PROGRAM is the built 'retrylab'; it exports N random policies (300 by default) at its prompt for each library below.
Those that say all of a policy are run with the real library, under a clock that only waiting moves: a call all of
whose attempts fail, each after 10 ms. Its attempts must start when RetryLab simulates them; where chance decides, each
wait must lie in the range that RetryLab explains.

- tenacity in Python: needs tenacity; also with each draw at either end of its range.
- cenkalti/backoff in Go: needs a Go of 1.25 or newer, which can fake the time, and the module, from GOPROXY or a cache.

What is missing is named and skipped. Files of failsafe-go, too, must be as gofmt writes them, if it is there. Exits
with 1 if there is a difference.
"""

import argparse
import importlib.util
import itertools
import os
import pathlib
import pty
import random
import re
import shutil
import subprocess
import sys
import tempfile

import libraries
from playing import Call, Clock, Ends, ask, calls_of, explained, pick

LATENCY = 0.01


class Policy:
    """A random policy, and what RetryLab makes of it."""

    def __init__(self):
        self.text = self.preset() if random.random() < 0.25 else f"policy({', '.join(self.settings())})"
        self.is_random = "random" in self.text or re.search("jitter(?!: none)", self.text) is not None
        self.starts, self.ranges = [], []

    def preset(self):
        """Returns a preset of tenacity that ends and retries every error."""
        while True:
            case = libraries.Tenacity()
            if case.attempts and not case.picky:
                return case.preset()

    def settings(self):
        attempts, deadline = random.randrange(1, 9), self.time(20_000)
        delay, factor = self.time(3000), pick([1, 1.5, 2, 2, 2.5, 10])
        yield f"attempts: {attempts}"
        yield "backoff: " + pick(
            [f"constant({delay})", f"exponential({delay}, factor: {factor})", "none"]
            + [f"exponential({delay}, factor: {factor}, max: {self.time(9000)})"] * 3
            + [f"linear({delay}, increment: {self.time(500)})", f"fibonacci({delay})"]
            + [f"delays([{', '.join(self.time(9000) for _ in range(random.randrange(1, 6)))}])"]
        )
        yield "jitter: " + pick(["none", "none", "full", "equal", "additive(1s)", "proportional(50%)"])
        if random.random() < 0.5:
            rule = pick(["refuse", "refuse", "elapsed", "clamp", "after"])
            yield f"deadline: {deadline}, deadlineRule: {rule}"

    def time(self, most):
        """Returns a time, now and then one that is no whole number of milliseconds."""
        return pick([f"{random.randrange(1, most)}ms"] * 9 + ["0ms", "1ns", f"{most * 9}us"])

    def difference(self, starts, end=None):
        """Returns how the starts of attempts differ from those of RetryLab, at an end of the ranges if one is given."""
        waits = [later - one - LATENCY for one, later in zip(starts, starts[1:])]
        if not self.is_random:
            if len(starts) != len(self.starts):
                return f"{len(starts)} attempts, not {len(self.starts)}"
            pairs = enumerate(zip(starts, self.starts), 1)
            # Nanoseconds, and fractions of them that add up and grow.
            far = [at for at, (one, other) in pairs if abs(one - other) > 1e-7 + 1e-9 * other]
            return f"attempt {far[0]} at {starts[far[0] - 1]} s" if far else None
        for retry, (wait, span) in enumerate(zip(waits, self.ranges), 1):
            # The ends are printed with four digits; fractions of nanoseconds add up.
            low, high = span[0] * 0.999 - 1e-7, span[1] * 1.001 + 1e-7
            if not low <= wait <= high or end is not None and abs(wait - span[end]) > high - span[1]:
                # The last wait may be cut to the deadline.
                if "clamp" not in self.text or retry < len(waits):
                    return f"wait {retry} is {wait} s, not in {span}"
        return None if len(starts) <= 11 else "too many attempts"


class Prompt:
    """The prompt of RetryLab on a terminal."""

    def __init__(self, program, folder):
        self.process, self.end = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.environ.update(TERM="dumb", NO_COLOR="1", HOME=folder)
            os.execv(program, [program])
        self.wait()

    def wait(self):
        text = b""
        while not text.endswith(b"retry> "):
            text += os.read(self.end, 65536)

    def type(self, line):
        os.write(self.end, line.encode() + b"\n")
        self.wait()

    def close(self):
        os.write(self.end, b"quit\n")
        try:
            while os.read(self.end, 65536):
                pass
        except OSError:
            os.waitpid(self.process, 0)


class Tenacity:
    """tenacity, in this process."""

    name, ending = "tenacity", ".py"

    def missing(self):
        return None if importlib.util.find_spec("tenacity") else "not installed"

    def play(self, files):
        """Yields the starts of attempts under each policy, with the end of the draws."""
        import tenacity
        from tenacity import wait

        for file in files:
            for end in (0, 1):
                clock, call = Clock(), Call()
                tenacity.time, tenacity.nap.time, wait.random = clock, clock, Ends(end == 1)

                def attempt():
                    call.starts.append(clock.now)
                    clock.sleep(LATENCY)
                    raise OSError

                parts = {}
                exec(compile(file.read_text(), file.name, "exec"), parts)
                try:
                    parts["policy"](attempt)()
                except OSError:
                    pass
                yield file, call.starts, end


class Cenkalti:
    """cenkalti/backoff, in a module of Go."""

    name, ending = "cenkalti/backoff", "-cenkalti.go"
    test = """package exported
import ("context"; "errors"; "fmt"; "testing"; "testing/synctest"; "time"
%s)
func play[T any](t *testing.T, name string, retry func(context.Context, func() (T, error)) (T, error)) {
  synctest.Test(t, func(t *testing.T) {
    start, text := time.Now(), "starts " + name
    retry(context.Background(), func() (T, error) {
      text += fmt.Sprint(" ", time.Since(start).Nanoseconds())
      time.Sleep(10 * time.Millisecond)
      var none T
      return none, errors.New("down")
    })
    fmt.Println(text)
  })
}
func TestAll(t *testing.T) {
%s}
"""

    def __init__(self):
        self.folder = tempfile.mkdtemp()

    def go(self, *words):
        return subprocess.run(["go", *words], cwd=self.folder, capture_output=True, text=True)

    def missing(self):
        if not shutil.which("go"):
            return "there is no Go"
        version = self.go("version").stdout
        if tuple(map(int, re.search(r"go(\d+)\.(\d+)", version).groups())) < (1, 25):
            return f"{version.split()[2]} cannot fake the time"
        self.go("mod", "init", "exported")
        answer = self.go("get", "github.com/cenkalti/backoff/v5")
        return "the module cannot be had" if answer.returncode else None

    def play(self, files):
        imports, calls = "", ""
        for number, file in enumerate(files):
            place = pathlib.Path(self.folder, f"p{number}")
            place.mkdir()
            shutil.copy(file, place / "policy.go")
            imports += f'p{number} "exported/p{number}"\n'
            call = f"func(c context.Context, f func() (int, error)) (int, error) {{ return p{number}.Retry(c, f) }}"
            calls += f'  play(t, "{number}", {call})\n' * 3
        pathlib.Path(self.folder, "all_test.go").write_text(self.test % (imports, calls))
        answer = self.go("test", "-count=1", "-v", "./...")
        lines = [line.split() for line in answer.stdout.splitlines() if line.startswith("starts ")]
        if len(lines) != 3 * len(files):
            raise SystemExit(f"go test: {(answer.stdout + answer.stderr)[:2000]}")
        for line in lines:
            yield files[int(line[1])], [int(count) / 1e9 for count in line[2:]], None


def says_all(text):
    """Returns whether nothing is lost but a server's hints, which these calls do not have."""
    head = list(itertools.takewhile(lambda line: re.match("#|//", line), text.splitlines()))
    losses = [line for line in head[2:] if "a server's hint" not in line]
    return not losses


def play(library, policies, folder):
    """Runs the policies that were exported for a library, and returns whether all is well."""
    reason = library.missing()
    if reason:
        print(f"{library.name}: skipped, {reason}")
        return True
    files = {folder / f"p{number}{library.ending}": policy for number, policy in enumerate(policies)}
    whole = [file for file in files if says_all(file.read_text())]
    calls, attempts, found = 0, 0, []
    for file, starts, end in library.play(whole):
        calls, attempts = calls + 1, attempts + len(starts)
        told = files[file].difference(starts, end)
        if told:
            found.append(f"{told}\n    {files[file].text}")
    print(
        f"{library.name}: {len(policies)} policies, {len(whole)} of them said as a whole,"
        f" {calls} calls, {attempts} attempts, {len(found)} differences"
    )
    for text in found[:5]:
        print(f"  {text}")
    return not found


def look(folder):
    """Returns whether the files of Go are as gofmt writes them."""
    files = sorted(folder.glob("*.go"))
    if not shutil.which("gofmt"):
        print("gofmt: skipped, it is not installed")
        return True
    listed = subprocess.run(["gofmt", "-l", *files], capture_output=True, text=True)
    bad = (listed.stdout + listed.stderr).splitlines()
    print(f"gofmt: {len(files)} files, {len(bad)} of another form")
    return not bad


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=lambda path: str(pathlib.Path(path).resolve()))
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    random.seed(options.seed)
    policies = [Policy() for _ in range(options.count)]
    call = "op(latency: 10ms, fails: 100%)"
    runs = ask(options.program, [f"{call}.retry({policy.text})" for policy in policies])
    plans = ask(options.program, [f"explain {policy.text}" for policy in policies])
    for policy, run, plan in zip(policies, runs, plans):
        policy.starts, policy.ranges = calls_of(run)[0].starts, explained(plan)
    with tempfile.TemporaryDirectory() as name:
        prompt = Prompt(options.program, name)
        for number, policy in enumerate(policies):
            prompt.type(f"let p = {policy.text}")
            for ending in (".py", "-cenkalti.go", ".go"):
                prompt.type(f"export p{number}{ending} of p anyway")
        prompt.close()
        folder = pathlib.Path(name)
        sys.exit(0 if all([play(each, policies, folder) for each in (Tenacity(), Cenkalti())]
                          + [look(folder)]) else 1)


main()
