"""What a call of RetryLab did, and a clock and a source of chance that make a library meet the same."""

import json
import math
import random
import re
import subprocess

# Times are multiples of 1/512 s: exact as fractions of a second, and as nanoseconds.
GRID = 1_953_125


class Grid:
    """How coarse the times of a configuration are: in half seconds, sums often meet a deadline exactly."""

    step = 1


def grid(count):
    """Returns a time in seconds, rounded up to a step."""
    return -(-count // Grid.step) * Grid.step / 512


def written(seconds):
    """Returns a time of the grid as RetryLab writes it."""
    return f"{round(seconds * 512) * GRID}ns"


class Clock:
    """A clock that only sleeping moves; it can stand in for the module 'time'.

    It counts whole nanoseconds, as RetryLab does: sums of fractions would end just before or behind a deadline.
    """

    def __init__(self):
        self.count = 0

    @property
    def now(self):
        """The time in seconds."""
        return self.count / 1e9

    def sleep(self, seconds):
        self.count += math.floor(seconds * 1e9 + 0.5)

    def monotonic(self):
        return self.now

    def time(self):
        return self.now


class Answer:
    """What an attempt meets: how long it takes, the error or None, and the delay that the error asks for."""

    def __init__(self, takes, error, hint=None):
        self.takes, self.error, self.hint = takes, error, hint

    def text(self):
        """Returns the answer as RetryLab reads it."""
        name = f".{self.error}" if self.error else "ok"
        if self.hint is not None:
            hint = f"retryAfter: {round(self.hint * 1e9)}ns"
            name = f"{name[:-1]}, {hint})" if name.endswith(")") else f"{name}({hint})"
        return f"{name}.after({written(self.takes)})"


class Script:
    """The answers in turn; the last one repeats."""

    def __init__(self, answers):
        self.answers = answers

    def __getitem__(self, index):
        return self.answers[min(index, len(self.answers) - 1)]

    def text(self):
        return "op(script: [" + ", ".join(each.text() for each in self.answers) + "])"


class Call:
    """What happened: when attempts started and ended, and whether the call succeeded; times are seconds."""

    def __init__(self):
        self.starts, self.ends, self.succeeded, self.delays = [], [], None, {}

    def delay(self, failure):
        """Returns the back-off after a failure, without what else held the next attempt; None after the last one."""
        return self.delays.get(failure, 0.0) if failure < len(self.starts) else None

    def wait(self, failure):
        """Returns the wait after a failure, counted from 1; None after the last one."""
        if failure >= len(self.starts):
            return None
        return self.starts[failure] - self.ends[failure - 1]


def calls_of(line):
    """Returns the calls of a run that RetryLab printed, one after another."""
    calls, fresh = [], True
    for event in line["events"]:
        kind, now = event["event"], event["t_ns"] / 1e9
        if kind == "attempt":
            if fresh:
                calls.append(Call())
            calls[-1].starts.append(now)
            fresh = False
        elif kind in ("success", "failure"):
            calls[-1].ends.append(now)
            calls[-1].succeeded = kind == "success"
            fresh = kind == "success"
        elif kind == "wait" and calls:
            calls[-1].delays[len(calls[-1].ends)] = event["for_ns"] / 1e9
        elif kind == "value" and calls and not calls[-1].succeeded:
            # What stands in for the error of a call that has failed; that of a success comes before it.
            fresh = len(calls[-1].ends) == len(calls[-1].starts)
    return calls


def ask(program, lines):
    """Returns what RetryLab prints for statements, one for each."""
    done = subprocess.run(
        [program, "--json", "-"], input="\n".join(lines) + "\n", capture_output=True, text=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    answers = [each for each in answers if each["kind"] in ("run", "explain", "error")]
    if len(answers) != len(lines):
        raise SystemExit(f"{len(lines)} statements, {len(answers)} answers: {done.stderr[:500]}")
    return answers


SPAN = re.compile(r"([0-9.]+)(ns|us|ms|s|m|h)")
UNITS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1, "m": 60, "h": 3600}


def seconds(text):
    """Returns the seconds of a time as RetryLab prints it, which may have several parts."""
    return sum(float(number) * UNITS[unit] for number, unit in SPAN.findall(text))


def explained(line):
    """Returns the ranges of the first delays that RetryLab explains."""
    for part in line.get("parts", []):
        if part["text"].startswith("delays: "):
            # Where delays depend on the cause, those after throttling: the common error is one.
            text = part["text"][len("delays: ") :].split("; after throttling ")[-1]
            texts = text.split(";")[0].split(", ")
            pairs = [text.split("...") for text in texts if text != "…"]
            return [(seconds(pair[0]), seconds(pair[-1])) for pair in pairs]
    return []


class Chance:
    """A source of chance whose numbers make the library wait as long as RetryLab did.

    A library draws a number in a range; what it makes of it decides. Where RetryLab made no further attempt, the
    number is the largest: the library must stop, too. It can stand in for the module 'random'.
    """

    def __init__(self, solve):
        self.solve, self.ranges = solve, []
        # What RetryLab has drawn, from zero to one.
        self.drawn = []

    def uniform(self, low, high):
        """Draws a number between two."""
        self.ranges.append((low, high))
        wanted = self.solve(low, high)
        if wanted is not None and high > low:
            self.drawn.append((wanted - low) / (high - low))
        return high if wanted is None else min(max(wanted, low), high)

    def random(self):
        """Draws a number below one, which knows what it is multiplied by or added to."""
        return Part(self)


class Part:
    """A number from zero to one that is not drawn before it is used."""

    def __init__(self, chance):
        self.chance = chance

    def __mul__(self, width):
        return self.chance.uniform(0.0, width)

    __rmul__ = __mul__

    def __radd__(self, value):
        return value + self.chance.uniform(0.0, 1.0)


class Ends:
    """A source of chance that always gives one end of the range."""

    def __init__(self, is_high):
        self.is_high = is_high

    def uniform(self, low, high):
        return high if self.is_high else low

    def random(self):
        return 1.0 if self.is_high else 0.0


def unevenness(draws):
    """Returns how far draws from zero to one are from even ones: by the test of Kolmogorov, about one if they are."""
    count, ordered = len(draws), sorted(draws)
    far = [max((place + 1) / count - draw, draw - place / count) for place, draw in enumerate(ordered)]
    return max(far, default=0) * count**0.5


def pick(items):
    return random.choice(items)


def factor():
    """Returns a random factor of delays, with which those of the grid stay whole nanoseconds."""
    return pick([1, 2, 3] + [1.5] * (Grid.step > 1))


def some(count, most):
    """Returns a random time of the grid, often none."""
    return grid(random.choice([0, 0, random.randrange(count), random.randrange(most)]))
