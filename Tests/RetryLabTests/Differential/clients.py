"""The libraries that call services: urllib3, google-api-core and botocore."""

import math
import random
from types import SimpleNamespace

from library import Library
from playing import Call, grid, pick, some, written


class Urllib3(Library):
    package, version, name = "urllib3", "2.8.0", "urllib3"
    common = "timeout"

    def __init__(self):
        super().__init__()
        self.given = {"total": random.randrange(12)}
        self.given["backoff_factor"] = pick([0, grid(random.randrange(1, 1024))])
        self.given["backoff_jitter"] = pick([0, 0, grid(random.randrange(1, 512))])
        self.given["backoff_max"] = pick([120, 120, grid(random.randrange(1, 8192))])
        self.given["status_forcelist"] = random.sample([413, 429, 500, 502, 503], random.randrange(4))
        self.given["respect_retry_after_header"] = random.random() < 0.8
        self.settings = self.given | {
            "backoff_max": written(self.given["backoff_max"]),
            "respect_retry_after_header": str(self.given["respect_retry_after_header"]).lower(),
        }
        if not self.given["status_forcelist"]:
            del self.settings["status_forcelist"]
        errors = "timeout connection error".split()
        errors += [f"http({code})" for code in (413, 429, 500, 503, 503, 404) if random.random() < 0.8]
        self.failing(errors, hints=self.whole_hint)

    def draw(self, failure, wait, low, high):
        if wait is None or wait >= self.given["backoff_max"]:
            return None
        return wait - self.given["backoff_factor"] * 2 ** (failure - 1)

    def solver(self, calls):
        # It draws only where it waits by its back-off, so the failures are counted where they happen.
        return lambda low, high: self.draw(self.failed, calls[0].wait(self.failed), low, high)

    def play(self, clock, chance):
        from urllib3 import HTTPConnectionPool, HTTPResponse, Retry, exceptions
        from urllib3.util import retry

        retry.time, retry.random = clock, chance
        call, self.failed = Call(), 0
        pool = HTTPConnectionPool("example.invalid")

        def answer(conn, method, url, **rest):
            answer = self.attempt(call, clock, len(call.starts))
            self.failed += 1
            if answer.error == "timeout":
                raise exceptions.ReadTimeoutError(pool, url, "")
            if answer.error == "connection":
                raise exceptions.ConnectTimeoutError("")
            if answer.error == "error":
                raise exceptions.ProtocolError("")
            headers = {} if answer.hint is None else {"Retry-After": str(answer.hint)}
            return HTTPResponse(
                status=int(answer.error[5:-1]) if answer.error else 200, headers=headers
            )

        pool._make_request = answer
        try:
            pool.urlopen("GET", "/", retries=Retry(**self.given))
        except exceptions.MaxRetryError:
            pass
        return [call]


class Google(Library):
    package, version, name = "google-api-core", "2.44.0", "google-api-core"
    common = "http(500)"

    def __init__(self):
        super().__init__()
        self.deadline = grid(random.randrange(16_384))
        self.given = {"initial": grid(random.randrange(1, 1024)), "timeout": self.deadline}
        self.given["maximum"] = pick([60, grid(random.randrange(1, 4096))])
        self.settings = {key: written(value) for key, value in self.given.items()}
        self.given["multiplier"] = self.settings["multiplier"] = pick([2, 2, 1, 1.5, 3])
        self.failing(["http(500)", "http(503)", "http(429)", "connection"] * 4 + ["http(400)"])

    def error(self, answer):
        import requests
        from google.api_core import exceptions

        if answer.error == "connection":
            return requests.exceptions.ConnectionError()
        return exceptions.from_http_status(int(answer.error[5:-1]), "")

    def run(self, operation, clock, chance):
        from google.api_core.retry import retry_base, retry_unary

        retry_base.time = retry_unary.time = clock
        retry_base.random = chance
        retry_unary.Retry(**self.given)(operation)()


class Botocore(Library):
    package, version, name = "botocore", "1.44.5", "aws-standard-2.1"
    common = "throttled"

    def __init__(self):
        super().__init__()
        from botocore.retries import standard

        # Older versions have the mode 2.0, whose delays and prices are others, and which takes no hints.
        self.is_old = not getattr(standard, "NEW_RETRIES_ENABLED", True)
        if self.is_old:
            self.name = "aws-standard-2.0"
        self.dynamo = random.random() < 0.3 and not self.is_old
        # Many attempts or calls: the quota of 500 tokens has to run out, too.
        self.attempts = pick([None, random.randrange(1, 6), random.randrange(1, 60)])
        self.most, self.calls = pick([20, 20, grid(random.randrange(1, 2048))]), pick([1, 2, 5, 30])
        if self.dynamo:
            self.settings["service"] = "dynamodb"
        if self.attempts:
            self.settings["max_attempts"] = self.attempts
        self.settings["max_backoff"] = written(self.most)
        errors = [f"http({code})" for code in (500, 502, 503, 504, 429)]
        errors += ["throttled", "timeout", "connection"]
        errors = random.sample(errors, random.randrange(1, 8)) * 9 + ["http(400)"]
        self.failing(errors, 12 if self.calls < 5 else 150, self.hint)
        # Successes in between end calls, of which there are more.
        for answer in self.script.answers:
            if random.random() < 0.2:
                answer.error = answer.hint = None
        if random.random() < 0.3:
            self.script.answers.pop()
        if not self.script.answers:
            self.failing(["timeout"] * 2)

    def hint(self, error):
        """Draws an 'x-amz-retry-after', of whole milliseconds."""
        if error in ("timeout", "connection") or random.random() < 0.6:
            return None
        return pick([0, -5, random.randrange(100), random.randrange(9000)]) / 1000

    def play(self, clock, chance):
        from botocore.retries import quota, standard

        service = "dynamodb" if self.dynamo else "s3"
        adapter = standard.RetryEventAdapter()
        throttling = standard.ThrottlingErrorDetector(adapter)
        self.quota = standard.RetryQuotaChecker(quota.RetryQuota(), throttling)
        most = self.attempts or standard._SERVICE_MAX_ATTEMPTS.get(service, 3)
        self.handler = standard.RetryHandler(
            retry_policy=standard.RetryPolicy(
                retry_checker=standard.StandardRetryConditions(max_attempts=most),
                retry_backoff=standard.ExponentialBackoff(
                    max_backoff=self.most,
                    random=chance.random,
                    service_name=service,
                    throttling_detector=throttling,
                ),
            ),
            retry_event_adapter=adapter,
            retry_quota=self.quota,
            service_name=service,
            sleep=clock.sleep,
        )
        # Neither of its errors is modelled, nor one of those that botocore treats apart.
        self.operation_model = SimpleNamespace(
            name="GetItem", error_shapes=[], service_model=SimpleNamespace(service_name=service)
        )
        calls, self.made = [], 0
        for self.number in range(self.calls):
            calls.append(Call())
            self.call(calls[-1], clock)
        return calls

    def call(self, call, clock):
        """Plays a call as botocore's endpoint does."""
        context = {}
        while True:
            self.before(call, clock)
            answer = self.attempt(call, clock, self.made)
            self.made, self.answer = self.made + 1, answer
            self.failed = len(call.starts)
            response, caught = self.response(answer)
            outcome = {
                "response": response,
                "attempts": len(call.starts),
                "caught_exception": caught,
                "operation": self.operation_model,
                "request_dict": {"context": context},
            }
            self.after(outcome)
            delay = self.handler.needs_retry(**outcome)
            if delay is None:
                if response is not None:
                    self.quota.release_retry_quota(context, response[0])
                return
            clock.sleep(delay)

    def before(self, call, clock):
        """Waits until an attempt may be sent."""

    def after(self, outcome):
        """Takes what an attempt met."""

    def response(self, answer):
        """Returns a response as botocore parses it, or the exception without one."""
        from botocore.awsrequest import AWSResponse
        from botocore.exceptions import EndpointConnectionError, ReadTimeoutError

        if answer.error == "timeout":
            return None, ReadTimeoutError(endpoint_url="")
        if answer.error == "connection":
            return None, EndpointConnectionError(endpoint_url="")
        parsed, status = {}, 200
        if answer.error == "throttled":
            parsed, status = {"Error": {"Code": "ThrottlingException"}}, 400
        elif answer.error:
            status = int(answer.error[5:-1])
        headers = {}
        if answer.hint is not None:
            headers["x-amz-retry-after"] = str(round(answer.hint * 1000))
        return (AWSResponse("", status, headers, None), parsed), None

    def solver(self, calls):
        def solve(low, high):
            if self.number >= len(calls):
                return None
            wait, hint = calls[self.number].delay(self.failed), self.answer.hint
            if self.is_old or wait is None or hint is None or hint < 0 or wait > hint + 1e-9:
                return wait
            # The wait is the hint itself, whatever was drawn below it, or 5 s beyond the drawn delay.
            return min(high, hint) if abs(wait - hint) < 1e-9 else wait - 5

        return solve


class Condition:
    """What a bucket of tokens waits on: sleeping moves the clock, by whole nanoseconds and by one at least."""

    def __init__(self, clock):
        self.clock = clock

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def notify(self):
        pass

    def wait(self, seconds):
        self.clock.count += max(math.ceil(seconds * 1e9), 1)


class BotocoreAdaptive(Botocore):
    """The same with the send rate of the adaptive mode, through which every attempt goes."""

    name = "aws-adaptive"
    # Its ranges are those of the standard mode, and the send rate adds to the waits between its ends.
    has_ranges = False

    def __init__(self):
        super().__init__()
        if self.is_old:
            raise SystemExit("the adaptive preset is that of botocore 1.44")
        # Without throttling there is no limit, so it is part of every script.
        for answer in self.script.answers:
            if random.random() < 0.3:
                answer.error = "throttled"

    def play(self, clock, chance):
        from botocore.retries import adaptive, bucket, standard, throttling

        clock.current_time = clock.time
        tokens = bucket.TokenBucket(max_rate=1, clock=clock)
        tokens._new_fill_rate_condition = Condition(clock)
        self.limiter = adaptive.ClientRateLimiter(
            rate_adjustor=throttling.CubicCalculator(starting_max_rate=0, start_time=clock.now),
            rate_clocker=adaptive.RateClocker(clock),
            token_bucket=tokens,
            throttling_detector=standard.ThrottlingErrorDetector(standard.RetryEventAdapter()),
            clock=clock,
        )
        return super().play(clock, chance)

    def before(self, call, clock):
        self.limiter.on_sending_request(None)
        # Both round each wait to nanoseconds, which must not add up to another half second.
        if self.number < len(self.ours) and len(call.starts) < len(self.ours[self.number].starts):
            start = round(self.ours[self.number].starts[len(call.starts)] * 1e9)
            if abs(clock.count - start) <= 5:
                clock.count = start
                if self.limiter._enabled:
                    self.limiter._token_bucket._last_timestamp = clock.now

    def after(self, outcome):
        self.limiter.on_receiving_response(**outcome)

    def solver(self, calls):
        self.ours = calls
        return super().solver(calls)
