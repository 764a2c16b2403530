"""Further libraries of Python: httpx-retries, aiohttp-retry, retrying, retry and pybreaker."""

import functools
import logging
import random
from types import SimpleNamespace

from library import Fault, Library
from playing import Answer, Call, Script, factor, grid, pick, some, written


class HttpxRetries(Library):
    package, version, name = "httpx-retries", "0.6.0", "httpx-retries"
    common = "timeout"

    def __init__(self):
        super().__init__()
        self.given = {"total": random.randrange(12), "backoff_factor": pick([0, grid(random.randrange(1, 1024))])}
        self.given["backoff_jitter"] = pick([0, 0.25, 0.5, 1])
        self.given["max_backoff_wait"] = pick([120, 100_000, grid(random.randrange(1, 8192))])
        self.given["respect_retry_after_header"] = random.random() < 0.8
        if random.random() < 0.5:
            self.given["status_forcelist"] = random.sample([408, 429, 500, 502, 503], random.randrange(1, 4))
        for key, value in self.given.items():
            is_time = key in ("backoff_factor", "max_backoff_wait")
            self.settings[key] = written(value) if is_time else str(value).lower()
        errors = "timeout connection".split()
        errors += [f"http({code})" for code in (429, 500, 502, 503, 503, 404) if random.random() < 0.8]
        self.failing(errors, hints=self.whole_hint)

    def solver(self, calls):
        # It draws only where it waits by its back-off, so the failures are counted where they happen.
        return lambda low, high: self.draw(self.failed, calls[0].wait(self.failed), low, high)

    def shows_draws(self):
        return self.given["max_backoff_wait"] > self.given["backoff_factor"] * 2**12

    def draw(self, failure, wait, low, high):
        return None if wait is None else wait / (self.given["backoff_factor"] * 2**failure)

    def play(self, clock, chance):
        import httpx
        import httpx_retries
        from httpx_retries import retry

        retry.time, retry.random = clock, chance
        call, self.failed = Call(), 0

        def answer(request):
            answer = self.attempt(call, clock, len(call.starts))
            self.failed += 1
            if answer.error == "timeout":
                raise httpx.ReadTimeout("")
            if answer.error == "connection":
                raise httpx.ConnectError("")
            headers = {} if answer.hint is None else {"Retry-After": str(answer.hint)}
            return httpx.Response(int(answer.error[5:-1]) if answer.error else 200, headers=headers)

        policy = httpx_retries.Retry(**self.given)
        transport = httpx_retries.RetryTransport(httpx.MockTransport(answer), retry=policy)
        try:
            transport.handle_request(httpx.Request("GET", "http://example.invalid"))
        except httpx.TransportError:
            pass
        return [call]


class AiohttpRetry(Library):
    package, version, name = "aiohttp-retry", "2.9.1", "aiohttp-retry"
    common = "http(500)"

    def __init__(self):
        super().__init__()
        shapes = ["ExponentialRetry", "JitterRetry", "RandomRetry"]
        self.shape = self.settings["retry_options"] = pick(shapes)
        self.given = {"attempts": random.randrange(1, 12)}
        if self.shape in ("ExponentialRetry", "JitterRetry"):
            self.given["start_timeout"] = grid(random.randrange(1, 512))
            self.given["factor"] = pick([1, 1.5, 2, 2, 3])
        if self.shape == "JitterRetry":
            self.given["random_interval_size"] = pick([0.5, 1, 2, 2.5])
        if self.shape == "RandomRetry":
            self.given["min_timeout"] = grid(random.randrange(1, 512))
        self.given["max_timeout"] = grid(random.randrange(512, 4096))
        self.given["retry_all_server_errors"] = random.random() < 0.8
        for key, value in self.given.items():
            is_time = key.endswith("_timeout")
            self.settings[key] = written(value) if is_time else str(value).lower()
        if random.random() < 0.6:
            self.given["statuses"] = self.settings["statuses"] = random.sample([408, 429, 500, 503], 2)
        self.failing([f"http({code})" for code in (429, 500, 503, 503, 502)] * 2 + ["http(404)", "connection"])

    def shows_draws(self):
        return True

    def draw(self, failure, wait, low, high):
        if wait is None:
            return None
        if self.shape == "RandomRetry":
            return wait - self.given["min_timeout"]
        factor = self.given["factor"]
        plain = min(self.given["start_timeout"] * factor**failure, self.given["max_timeout"])
        return max(wait - plain, 0) ** (1 / factor)

    def play(self, clock, chance):
        import aiohttp
        import aiohttp_retry
        from aiohttp_retry import client, retry_options

        async def sleep(seconds):
            clock.sleep(seconds)

        client.asyncio, retry_options.random = SimpleNamespace(sleep=sleep), chance
        call = Call()

        async def request(method, url, **rest):
            answer = self.attempt(call, clock, len(call.starts))
            if answer.error == "connection":
                raise aiohttp.ClientConnectionError
            return SimpleNamespace(method=method, status=int(answer.error[5:-1]) if answer.error else 200)

        given = self.given | ({"random_func": chance.random} if self.shape == "RandomRetry" else {})
        options = getattr(aiohttp_retry, self.shape)(**given)
        session = SimpleNamespace(request=request)
        waiting = aiohttp_retry.RetryClient(session, retry_options=options).get("http://example.invalid").__await__()
        try:
            next(waiting)
        except (StopIteration, aiohttp.ClientError):
            pass
        return [call]


class Retrying(Library):
    package, version, name = "retrying", "1.4.2", "retrying"

    def __init__(self):
        super().__init__()
        self.given = {}
        self.count("stop_max_attempt_number")
        self.given.update(self.settings)
        # Two random parts cannot be told from their sum.
        parts = [["wait_fixed"], ["wait_incrementing_start", "wait_incrementing_increment"]]
        parts += [["wait_exponential_multiplier", "wait_exponential_max"], ["stop_max_delay"]]
        self.chance = pick([[], ["wait_random_min", "wait_random_max"], ["wait_jitter_max"]])
        for labels in [self.chance] + random.sample(parts, random.randrange(len(parts))):
            for label, time in zip(labels, sorted(self.milliseconds(label) for label in labels)):
                self.given[label], self.settings[label] = time, f"{time}ms"
        self.failing(["fault"])

    def milliseconds(self, label):
        """Returns a random time, often of half seconds: sums meet the limit then."""
        return pick([500 * random.randrange(1, 16), random.randrange(1, 8000 if label.startswith("stop") else 2000)])

    def shows_draws(self):
        return "wait_jitter_max" in self.given

    def draw(self, failure, wait, low, high):
        if wait is None or "wait_jitter_max" not in self.given:
            return None if wait is None else wait * 1000
        return wait * 1000 - self.plain(failure)

    def plain(self, failure):
        """Returns a wait before its jitter, in milliseconds."""
        import retrying

        return retrying.Retrying(**self.given | {"wait_jitter_max": None}).wait(failure, 0)

    def run(self, operation, clock, chance):
        import retrying

        retrying.time = clock
        retrying.random = SimpleNamespace(
            random=chance.random, randint=lambda low, high: round(chance.uniform(low, high))
        )
        retrying.Retrying(**self.given).call(operation)


class Retry(Library):
    package, version, name = "retry", "0.9.2", "retry-py"

    def __init__(self):
        super().__init__()
        self.given = {"tries": self.count("tries") or -1, "backoff": factor()}
        self.settings["backoff"] = self.given["backoff"]
        self.given["delay"] = some(512, 2048)
        self.settings["delay"] = written(self.given["delay"])
        if random.random() < 0.5:
            self.given["max_delay"] = some(1024, 4096)
            self.settings["max_delay"] = written(self.given["max_delay"])
        if random.random() < 0.3:
            self.given["jitter"] = grid(random.randrange(512))
            self.settings["jitter"] = written(self.given["jitter"])
        self.failing(["fault"])

    def run(self, operation, clock, chance):
        from retry import api

        api.time, api.random = clock, chance
        api.retry_call(operation, exceptions=Fault, logger=None, **self.given)


class Pybreaker(Library):
    """A breaker: calls without retries follow each other, each some time after the one before."""

    package, version, name = "pybreaker", "1.4.1", "pybreaker"
    has_ranges = False

    def __init__(self):
        super().__init__()
        self.most, self.probes = random.randrange(1, 6), random.randrange(1, 4)
        self.open, self.gap = grid(random.randrange(1, 4096)), grid(random.randrange(1, 1024))
        self.settings = {"fail_max": self.most, "reset_timeout": written(self.open), "success_threshold": self.probes}
        self.count = random.randrange(1, 40)
        share = pick([0.2, 0.5, 0.9])
        errors = ["fault" if random.random() < share else None for _ in range(self.count)]
        self.script = Script([Answer(some(64, 1024), error) for error in errors])

    def statement(self):
        call = f"{self.script.text()}.retry(fuse).catchAndReturn(0).delay({written(self.gap)})"
        return f"let fuse = {self.preset()}\nnumbers(1...{self.count}).concatMap {{ {call} }}"

    def play(self, clock, chance):
        import pybreaker

        # Its times are those of the clock, in seconds; a time of zero would be none.
        pybreaker.datetime = SimpleNamespace(now=lambda zone: 1 + clock.now)
        pybreaker.timedelta = lambda seconds: seconds
        fuse = pybreaker.CircuitBreaker(self.most, self.open, self.probes, throw_new_error_on_trip=False)
        calls = []

        def attempt():
            calls.append(Call())
            if self.attempt(calls[-1], clock, len(calls) - 1).error:
                raise Fault

        for _ in range(self.count):
            try:
                fuse.call(attempt)
            except (Fault, pybreaker.CircuitBreakerError):
                pass
            clock.sleep(self.gap)
        return calls


class Celery(Library):
    """A task in this process: putting it back into the queue takes its countdown."""

    package, version, name = "celery", "5.7.0", "celery"

    def __init__(self):
        super().__init__()
        self.given = {"retry_jitter": random.random() < 0.7}
        self.most = self.count("max_retries")
        if random.random() < 0.2:
            self.given["default_retry_delay"] = grid(random.randrange(1, 4096))
            self.settings["default_retry_delay"] = written(self.given["default_retry_delay"])
        elif random.random() < 0.9:
            self.given["retry_backoff"] = random.randrange(1, 9)
            self.settings["retry_backoff"] = f"{self.given['retry_backoff']}s"
        if random.random() < 0.5:
            self.given["retry_backoff_max"] = random.randrange(1, 100)
            self.settings["retry_backoff_max"] = f"{self.given['retry_backoff_max']}s"
        self.settings["retry_jitter"] = str(self.given["retry_jitter"]).lower()
        self.failing(["fault"])

    def run(self, operation, clock, chance):
        import celery
        from celery.utils import time

        class Timed(celery.Task):
            def signature_from_request(self, request, args, kwargs, countdown, **rest):
                clock.sleep(countdown)
                return super().signature_from_request(request, args, kwargs, countdown=countdown, **rest)

        # A draw below a number of whole seconds.
        time.random = SimpleNamespace(randrange=lambda count: min(round(chance.uniform(0, count)), count - 1))
        logging.getLogger("celery.app.trace").disabled = True
        given = self.given | {"max_retries": 3 if self.most is None else self.most}
        app = self.shared_app()
        task = app.task(operation, name="attempt", base=Timed, autoretry_for=(Fault,), **given)
        task.apply()
        app.tasks.unregister(task)

    @staticmethod
    @functools.cache
    def shared_app():
        """Returns the application, which takes long to make."""
        import celery

        return celery.Celery(set_as_current=False)
