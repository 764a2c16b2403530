"""Random configurations of libraries of other languages, which peer programs play."""

import math
import random

from library import Library
from peers import Node, Ruby, Rust, installed
from playing import Call, Ends, Grid, factor, grid, pick

# The largest number that a draw from zero to below one can be.
HIGHEST = 1 - 2**-53
MILLISECOND = 1_000_000
# A quarter of an hour: the limit by default, which hardly a call reaches.
QUARTER = 900_000_000_000


def fine(most):
    """Returns a random time of the grid in nanoseconds, which is not zero."""
    return round(grid(random.randrange(1, most)) * 1e9)


def whole(most):
    """Returns a random time of whole milliseconds in nanoseconds, often half seconds."""
    step = 500 if Grid.step > 1 else 1
    return -(-random.randrange(1, most) // step) * step * MILLISECOND


class Foreign(Library):
    """A library that a peer plays: the peer, the package of Debian, and what a subclass draws."""

    peer, debian = None, ""

    @classmethod
    def installed(cls):
        cls.peer.shared()
        return installed(cls.debian)[0]

    def __init__(self):
        super().__init__()
        # What the peer is told: times are numbers in the units of the library.
        self.given = {}

    def give(self, **values):
        """Sets what the library and RetryLab write alike."""
        self.given.update(values)
        for key, value in values.items():
            self.settings[key] = str(value).lower() if isinstance(value, bool) else value

    def give_time(self, label, nanoseconds, unit=1):
        """Sets a time, which the library takes in units of so many nanoseconds."""
        self.given[label] = nanoseconds / unit if nanoseconds % unit else nanoseconds // unit
        self.settings[label] = f"{nanoseconds}ns"

    def count(self, label, share=0.8):
        if (count := super().count(label, share)) is not None:
            self.given[label] = count
        return count

    def solver(self, calls):
        # A peer takes all draws at once.
        self.ours = calls[0]

    def unit(self, failure, wait):
        """Returns the draw, from zero to one, that makes a wait in nanoseconds after a failure; None if any does."""
        return None

    def around(self, wait, plain, share):
        """Returns the draw of a wait that is a share around a plain one, in whole nanoseconds."""
        return (wait + 0.5 - plain * (1 - share)) / (2 * share * plain + 1) if share else None

    def draws_at(self, failure):
        """Returns whether the library draws after a failure."""
        return True

    def draws(self, chance):
        """Returns the draws in turn; where no attempt follows and at the high end, the largest."""
        if isinstance(chance, Ends):
            return [HIGHEST if chance.is_high else 0.0] * 99
        waits = {failure: self.ours.wait(failure) for failure in range(1, 100) if self.draws_at(failure)}
        draws = [HIGHEST if wait is None else self.unit(failure, wait * 1e9) for failure, wait in waits.items()]
        made = [draw for draw, wait in zip(draws, waits.values()) if wait is not None]
        chance.drawn += [draw for draw in made if draw is not None]
        return [0.5 if draw is None else min(max(draw, 0.0), HIGHEST) for draw in draws]

    def told(self, answer):
        """Returns an answer as the peer reads it."""
        hint = None if answer.hint is None else round(answer.hint * 1e9)
        return {"takes": round(answer.takes * 1e9), "error": answer.error, "hint": hint}

    def play(self, clock, chance):
        done = self.peer.shared().ask({
            "library": self.name,
            "settings": self.given,
            "script": [self.told(answer) for answer in self.script.answers],
            "draws": self.draws(chance),
        })
        call = Call()
        call.starts, call.ends = ([count / 1e9 for count in done[key] or []] for key in ("starts", "ends"))
        call.succeeded = done["succeeded"]
        return [call]


class NodeRetry(Foreign):
    package, version, name = "node-retry", "0.13.1", "node-retry"
    peer, debian = Node, "node-retry"

    def __init__(self):
        super().__init__()
        self.count("retries")
        if random.random() < 0.1:
            self.give(retries=0)
        self.give(factor=pick([2, 2, 1, 1.5, 2.5, 3]))
        # With smaller factors the ranges of delays overlap, and the library sorts its draws.
        self.give(randomize=self.given["factor"] >= 2 and random.random() < 0.5)
        least, most = sorted([whole(1000), whole(20_000)])
        self.give_time("minTimeout", least, MILLISECOND)
        if random.random() < 0.6:
            self.give_time("maxTimeout", most, MILLISECOND)
        if random.random() < 0.4:
            self.give_time("maxRetryTime", whole(16_000), MILLISECOND)
        # RetryLab would draw the last delay anew each time.
        if not self.given["randomize"] and random.random() < 0.3:
            self.give(forever=True)
        self.failing(["fault"])

    def shows_draws(self):
        return "maxTimeout" not in self.given

    def unit(self, failure, wait):
        if not self.given["randomize"]:
            return None
        if wait >= self.given.get("maxTimeout", float("inf")) * MILLISECOND:
            return HIGHEST
        return wait / MILLISECOND / (self.given["minTimeout"] * self.given["factor"] ** (failure - 1)) - 1


class PromiseRetry(NodeRetry):
    package, version, name = "promise-retry", "2.0.1", "promise-retry"
    debian = "node-promise-retry"


class Retriable(Foreign):
    package, version, name = "retriable", "3.1.2", "retriable"
    peer, debian = Ruby, "ruby-retriable"

    def __init__(self):
        super().__init__()
        self.give_time("max_elapsed_time", pick([QUARTER, fine(16_384)]), 1_000_000_000)
        if random.random() < 0.15:
            waits = [fine(2048) for _ in range(random.randrange(1, 6))]
            self.settings["intervals"] = f"[{', '.join(f'{wait}ns' for wait in waits)}]"
            self.given["intervals"] = [wait / 1e9 for wait in waits]
        else:
            self.count("tries")
            self.give_time("base_interval", fine(1024), 1_000_000_000)
            self.give_time("max_interval", pick([60_000_000_000, fine(4096)]), 1_000_000_000)
            self.give(multiplier=pick([1, 1.5, 2, 3]), rand_factor=pick([0, 0.25, 0.5, 1]))
        self.failing(["fault"])

    def shows_draws(self):
        return self.given["max_elapsed_time"] == 900

    def unit(self, failure, wait):
        if not self.given.get("rand_factor"):
            return None
        grown = self.given["base_interval"] * self.given["multiplier"] ** (failure - 1)
        plain, share = min(grown, self.given["max_interval"]) * 1e9, self.given["rand_factor"]
        return (wait - plain * (1 - share)) / (2 * share * plain)


class Retryable(Foreign):
    package, version, name = "retryable", "3.0.5", "retryable"
    peer, debian = Ruby, "ruby-retryable"

    def __init__(self):
        super().__init__()
        self.count("tries")
        self.give_time("sleep", pick([0, fine(2048)]), 1_000_000_000)
        self.failing(["fault"])


class BackoffRust(Foreign):
    package, version, name = "backoff (Rust)", "0.4.0", "backoff-rs"
    peer, debian = Rust, "librust-backoff-dev"

    def __init__(self):
        super().__init__()
        initial = fine(1024)
        self.give_time("initial_interval", initial)
        self.give_time("max_interval", max(initial, pick([60_000_000_000, fine(4096)])))
        # RetryLab bounds the waits for hints, too, so there are none where they could meet the limit. After a hint its
        # delays go on where they would be without one, so that all errors have one, or none has.
        self.is_hinted = random.random() < 0.3
        self.give_time("max_elapsed_time", QUARTER if self.is_hinted else fine(16_384))
        self.give(multiplier=factor(), randomization_factor=pick([0, 0.25, 0.5, 1]))
        self.failing(["fault"], hints=self.hint)

    def hint(self, error):
        return fine(2048) / 1e9 if self.is_hinted else None

    def draws_at(self, failure):
        return self.script[failure - 1].hint is None

    def shows_draws(self):
        return self.given["max_elapsed_time"] == QUARTER

    def unit(self, failure, wait):
        # With a hint it neither draws nor makes the next delay longer.
        plain, share = self.given["initial_interval"], self.given["randomization_factor"]
        for _ in filter(self.draws_at, range(1, failure)):
            plain = min(int(plain * self.given["multiplier"]), self.given["max_interval"])
        return self.around(wait, plain, share)


class RetryRust(Foreign):
    package, version, name = "retry (Rust)", "2.0.0", "retry-rs"
    peer, debian = Rust, "librust-retry-dev"

    def __init__(self):
        super().__init__()
        self.count("take")
        self.give(delay=pick(["Exponential", "Exponential", "Fixed", "Fibonacci"]), jitter=random.random() < 0.5)
        self.give_time("from_millis", whole(900 if self.given["jitter"] else 5000), MILLISECOND)
        if self.given["delay"] == "Exponential":
            self.give(factor=pick([1, 1.5, 2, 2, 3]))
        self.failing(["fault"])

    def plain(self, failure):
        """Returns a delay before its jitter."""
        first, second = self.given["from_millis"], self.given["from_millis"]
        for _ in range(failure - 1):
            if self.given["delay"] == "Fibonacci":
                first, second = second, first + second
            elif self.given["delay"] == "Exponential":
                first = int(first * self.given["factor"])
        return first * MILLISECOND

    def shows_draws(self):
        # Whole seconds hide what was drawn.
        return self.plain(12) < 1_000_000_000

    def unit(self, failure, wait):
        if not self.given["jitter"]:
            return None
        # Seconds and the rest are drawn apart, with one number, and each is rounded up.
        seconds, rest = divmod(self.plain(failure), 1_000_000_000)
        for whole_seconds in range(seconds + 1):
            draw = (wait - whole_seconds * 1e9 - 0.5) / (rest or 1)
            if rest and 0 <= draw <= 1 and math.ceil(seconds * draw) == whole_seconds:
                return draw
        return (wait / 1e9 - 0.5) / seconds if seconds else None
