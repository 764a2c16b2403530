"""Random configurations of libraries of Python, each with what plays it and the preset that means the same."""

import random

from library import Fault, Library
from playing import grid, pick, some, written


class Tenacity(Library):
    package, version, name = "tenacity", "9.2.1", "tenacity"

    def __init__(self):
        super().__init__()
        self.attempts = self.count("stop_after_attempt")
        self.limit, self.deadline = pick([None, "after", "before"]), grid(random.randrange(8192))
        if self.limit:
            self.settings[f"stop_{self.limit}_delay"] = written(self.deadline)
        self.wait = pick(
            "none fixed random incrementing exponential random_exponential exponential_jitter".split()
        )
        self.settings["wait"] = f"wait_{self.wait}"
        self.given = getattr(self, f"make_{self.wait}")()
        self.picky = self.only()
        self.failing(["fault", "fault", "fatal"] if self.picky else ["fault"])

    def times(self, *labels):
        """Draws times for some settings, and returns them by name."""
        given = {}
        for label in labels:
            if random.random() < 0.7:
                given[label] = some(512, 4096)
                self.settings[label] = written(given[label])
        return given

    def numbers(self):
        """Draws the settings of exponential waits."""
        given = {"multiplier": pick([1, grid(random.randrange(1, 1024))])}
        given["exp_base"] = pick([2, 2, 1, 1.5, 2.5, 3])
        self.settings.update(given)
        return given

    def make_none(self):
        return {}

    def make_fixed(self):
        self.settings["fixed"] = written(wait := some(64, 2048))
        return {"wait": wait}

    def make_random(self):
        low, high = sorted([some(64, 1024), some(64, 1024)])
        self.settings.update(min=written(low), max=written(high))
        return {"min": low, "max": high}

    def make_incrementing(self):
        return self.times("start", "increment", "max")

    def make_exponential(self):
        return self.numbers() | self.times("min", "max")

    def make_random_exponential(self):
        return self.make_exponential()

    def make_exponential_jitter(self):
        return self.numbers() | self.times("min", "max", "jitter")

    def draw(self, failure, wait, low, high):
        if wait is None:
            return None
        if self.wait == "random":
            return wait - self.given["min"]
        if self.wait == "random_exponential":
            return wait
        bounds = (self.given.get("min", 0), self.given.get("max", float("inf")))
        if wait >= bounds[1]:
            return None
        return wait - self.given["multiplier"] * self.given["exp_base"] ** (failure - 1)

    def run(self, operation, clock, chance):
        import tenacity
        from tenacity import stop, wait

        tenacity.time, tenacity.nap.time, wait.random = clock, clock, chance
        stops = [stop.stop_after_attempt(self.attempts)] if self.attempts else []
        if self.limit:
            stops.append(getattr(stop, f"stop_{self.limit}_delay")(self.deadline))
        tenacity.Retrying(
            sleep=clock.sleep,
            stop=stop.stop_any(*stops) if stops else stop.stop_never,
            wait=getattr(wait, f"wait_{self.wait}")(**self.given),
            retry=tenacity.retry_if_exception_type(Fault if self.picky else Exception),
        )(operation)


class Stamina(Library):
    package, version, name = "stamina", "26.1.0", "stamina"

    def __init__(self):
        super().__init__()
        self.given = {"attempts": self.count("attempts", 0.7) or 10}
        for label, most in [("timeout", 16_384), ("wait_initial", 512), ("wait_max", 4096)]:
            if random.random() < 0.7:
                self.given[label] = grid(random.randrange(1, most))
                self.settings[label] = written(self.given[label])
        self.given["wait_jitter"] = pick([0, grid(random.randrange(1024))])
        self.settings["wait_jitter"] = written(self.given["wait_jitter"])
        # The defaults are no times of the grid.
        if "wait_initial" not in self.given:
            self.given["wait_initial"], self.settings["wait_initial"] = 0.125, "125ms"
        self.given["wait_exp_base"] = self.settings["wait_exp_base"] = pick([2, 2, 1, 1.5, 3])
        self.deadline = self.given.get("timeout", 45)
        self.picky = self.only()
        self.failing(["fault", "fault", "fatal"] if self.picky else ["fault"])

    def draw(self, failure, wait, low, high):
        if wait is None or wait >= self.given.get("wait_max", 5):
            return None
        return wait - self.given["wait_initial"] * self.given["wait_exp_base"] ** (failure - 1)

    def run(self, operation, clock, chance):
        import stamina
        import stamina._core
        import tenacity

        stamina.instrumentation.set_on_retry_hooks([])
        tenacity.time, tenacity.nap.time, stamina._core.random = clock, clock, chance
        stamina.retry(on=Fault if self.picky else Exception, **self.given)(operation)()


class Backoff(Library):
    package, version, name = "backoff", "2.2.1", "backoff"

    def __init__(self):
        super().__init__()
        self.tries = self.count("max_tries")
        if self.tries and random.random() < 0.1:
            self.tries = self.settings["max_tries"] = 0
        self.given, self.deadline = {}, pick([None, grid(random.randrange(1, 8192))])
        if self.deadline is not None:
            self.settings["max_time"] = written(self.deadline)
        self.generator = self.settings["wait_gen"] = pick(["expo", "fibo", "constant"])
        if self.generator == "expo":
            self.given["base"] = self.settings["base"] = pick([2, 2, 1, 1.5, 3])
            self.given["factor"] = self.settings["factor"] = grid(random.randrange(1, 1024))
        if self.generator == "constant":
            self.given["interval"] = some(64, 2048)
            self.settings["interval"] = written(self.given["interval"])
        elif random.random() < 0.5:
            self.given["max_value"] = some(512, 4096)
            self.settings["max_value"] = written(self.given["max_value"])
        self.jitter = self.settings["jitter"] = pick(["full_jitter", "random_jitter", "none"])
        self.picky = self.only()
        self.failing(["fault", "fault", "fatal"] if self.picky else ["fault"])

    def plain(self, failure):
        """Returns the wait before its jitter."""
        import backoff._wait_gen

        waits = getattr(backoff._wait_gen, self.generator)(**self.given)
        waits.send(None)
        return [next(waits) for _ in range(failure)][-1]

    def draw(self, failure, wait, low, high):
        if wait is None or self.jitter == "full_jitter":
            return wait
        return wait - self.plain(failure)

    def run(self, operation, clock, chance):
        import backoff
        import backoff._jitter
        import backoff._sync

        class Moments:
            """Stands in for the module 'datetime': a moment is a number of seconds."""

            datetime = type("datetime", (), {"now": staticmethod(lambda: clock.now)})

        class Spans:
            """Stands in for the class 'timedelta'."""

            total_seconds = staticmethod(lambda seconds: seconds)

        backoff._sync.datetime, backoff._sync.timedelta = Moments, Spans
        backoff._sync.time, backoff._jitter.random = clock, chance
        backoff.on_exception(
            getattr(backoff, self.generator),
            Fault if self.picky else Exception,
            max_tries=self.tries,
            max_time=self.deadline,
            jitter=None if self.jitter == "none" else getattr(backoff, self.jitter),
            logger=None,
            **self.given,
        )(operation)()
