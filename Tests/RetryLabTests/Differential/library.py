"""What all libraries under test have in common: random settings and scripts, and how calls are played."""

import importlib.metadata
import random

from playing import Answer, Call, Grid, Script, grid, pick, some


class Stop(Exception):
    """An error that a library is told not to retry."""


class Fault(Exception):
    """An error that a library is told to retry."""


class Missing(Exception):
    """A library, or what plays it, is not there; the text names what is missing."""


class Library:
    """A library under test: its package, its version, and what a subclass draws and plays."""

    package, version = "", ""
    # An older version that plays what both have.
    plays = None
    # An error that it retries, with its longest waits.
    common = "fault"
    # Whether its waits are compared with the ends of the ranges that RetryLab explains.
    has_ranges = True

    @classmethod
    def installed(cls):
        """Returns the version that is there."""
        try:
            return importlib.metadata.version(cls.package)
        except importlib.metadata.PackageNotFoundError:
            raise Missing("not installed") from None

    def __init__(self):
        self.settings, self.script, self.calls, self.deadline = {}, None, 1, None
        Grid.step = pick([1, 256])

    def preset(self):
        """Returns the call of the preset."""
        parts = [f'"{self.name}"'] + [f"{key}: {value}" for key, value in self.settings.items()]
        return f"preset({', '.join(parts)})"

    def statement(self):
        """Returns what RetryLab is asked to run."""
        # Each has a call of its own, and so other draws.
        number = random.randrange(1_000_000)
        if self.calls == 1:
            return f"run {self.script.text()}.retry({self.preset()}) call {number}"
        # The calls share what the preset remembers, so it is made once, outside of the closure.
        call = f"{self.script.text()}.retry(shared).catchAndReturn(0)"
        return f"let shared = {self.preset()}\nrun numbers(1...{self.calls}).concatMap {{ {call} }} call {number}"

    def failing(self, errors, most=12, hints=None):
        """Draws a script: so many errors, then a success."""
        answers = []
        for _ in range(random.randrange(most + 1)):
            error = pick(errors)
            hint = hints(error) if hints else None
            answers.append(Answer(some(64, 2048), error, hint))
        self.script = Script(answers + [Answer(some(64, 512), None)])

    def whole_hint(self, error):
        """Draws a Retry-After, of whole seconds."""
        if not error.startswith("http") or random.random() < 0.4:
            return None
        return pick([0, random.randrange(60), random.randrange(60), 30_000])

    def attempt(self, call, clock, index):
        """Plays one attempt and returns its answer."""
        answer = self.script[index]
        call.starts.append(clock.now)
        clock.sleep(answer.takes)
        call.ends.append(clock.now)
        call.succeeded = answer.error is None
        return answer

    def operation(self, call, clock):
        """Returns a function that makes one attempt after another."""

        def run():
            answer = self.attempt(call, clock, len(call.starts))
            if answer.error:
                raise self.error(answer)

        return run

    def error(self, answer):
        return Stop() if answer.error == "fatal" else Fault()

    def play(self, clock, chance):
        """Plays all calls with a clock and a source of chance, and returns them."""
        call = Call()
        try:
            self.run(self.operation(call, clock), clock, chance)
        except Exception:
            pass
        return [call]

    def solver(self, calls):
        """Returns what the draws have to be for the calls that RetryLab made."""
        failures = [0]

        def solve(low, high):
            failures[0] += 1
            return self.draw(failures[0], calls[0].wait(failures[0]), low, high)

        return solve

    def shows_draws(self):
        """Returns whether neither a limit nor rounding hides what was drawn, so that draws must be even."""
        return False

    def draw(self, failure, wait, low, high):
        """Returns the draw that makes the wait after a failure; None is the largest."""
        return wait

    def count(self, label, share=0.8):
        """Draws a number of attempts, and returns it, or None without a limit."""
        if random.random() > share:
            return None
        self.settings[label] = random.randrange(1, 12)
        return self.settings[label]

    def only(self):
        """Returns whether one error is not retried, which the preset is told."""
        if random.random() < 0.3:
            self.settings["on"] = "[.fault]"
            return True
        return False
