"""Random configurations of libraries of Go, which a peer program plays."""

import random

from foreign import HIGHEST, QUARTER, Foreign, fine
from peers import Go
from playing import factor, pick


class Avast(Foreign):
    # The version of Debian has neither a random delay nor a maximum.
    package, version, name = "avast/retry-go", "5.1.1", "avast"
    plays = "2.4.3"
    peer, debian = Go, "golang-github-avast-retry-go-dev"

    def __init__(self):
        super().__init__()
        self.count("Attempts", 1)
        self.give_time("Delay", fine(1024))
        self.give(DelayType=pick(["BackOffDelay", "FixedDelay"]))
        self.failing(["fault"])


class Cenkalti(Foreign):
    package, version, name = "cenkalti/backoff", "5", "cenkalti"
    plays = "4.1.3"
    peer, debian = Go, "golang-github-cenkalti-backoff-dev"

    def __init__(self):
        super().__init__()
        self.count("MaxTries")
        initial = fine(1024)
        self.give_time("InitialInterval", initial)
        self.give_time("MaxInterval", max(initial, pick([60_000_000_000, fine(4096)])))
        self.give_time("MaxElapsedTime", pick([0, QUARTER, fine(16_384)]))
        self.give(Multiplier=factor(), RandomizationFactor=pick([0, 0.25, 0.5, 1]))
        self.failing(["fault"])

    def shows_draws(self):
        return self.given["MaxElapsedTime"] in (0, QUARTER)

    def unit(self, failure, wait):
        plain, share = self.given["InitialInterval"], self.given["RandomizationFactor"]
        for _ in range(failure - 1):
            plain = min(int(plain * self.given["Multiplier"]), self.given["MaxInterval"])
        return self.around(wait, plain, share)


class Jpillora(Foreign):
    package, version, name = "jpillora/backoff", "1.0.0", "jpillora"
    peer, debian = Go, "golang-github-jpillora-backoff-dev"

    def __init__(self):
        super().__init__()
        self.give_time("Min", fine(1024))
        self.give_time("Max", pick([2000 * QUARTER, fine(8192)]))
        self.give(Factor=pick([1, 1.5, 2, 2, 3]), Jitter=random.random() < 0.6)
        self.failing(["fault"])

    def shows_draws(self):
        return self.given["Max"] > self.given["Min"] * self.given["Factor"] ** 12

    def unit(self, failure, wait):
        least, width = self.given["Min"], self.given["Min"] * (self.given["Factor"] ** (failure - 1) - 1)
        if not self.given["Jitter"] or not width:
            return None
        return HIGHEST if wait >= self.given["Max"] else (wait + 0.5 - least) / width


class Eapache(Foreign):
    package, version, name = "eapache/go-resiliency", "1.2.0", "eapache"
    peer, debian = Go, "golang-gopkg-eapache-go-resiliency.v1-dev"

    def __init__(self):
        super().__init__()
        self.give(n=random.randrange(12), backoff=pick(["ExponentialBackoff", "ConstantBackoff"]))
        self.give(jitter=pick([0, 0.25, 0.5, 1]))
        self.give_time("initialAmount", fine(1024))
        self.failing(["fault"])

    def shows_draws(self):
        return True

    def unit(self, failure, wait):
        plain = self.given["initialAmount"]
        if self.given["backoff"] == "ExponentialBackoff":
            plain <<= failure - 1
        far, width = wait - plain, plain * self.given["jitter"]
        # Its distance from the middle is cut to whole nanoseconds.
        return ((far + (0.5 if far > 0 else -0.5)) / width + 1) / 2 if width and far else None


class RetryableHTTP(Foreign):
    package, version, name = "go-retryablehttp", "0.7.8", "go-retryablehttp"
    plays = "0.7.1"
    peer, debian = Go, "golang-github-hashicorp-go-retryablehttp-dev"
    common = "http(500)"

    def __init__(self):
        super().__init__()
        self.give(RetryMax=random.randrange(12), Backoff=pick(["DefaultBackoff", "LinearJitterBackoff"]))
        least, most = sorted([fine(1024), fine(8192)])
        self.give_time("RetryWaitMin", least)
        self.give_time("RetryWaitMax", most)
        errors = ["timeout", "connection"] + [f"http({code})" for code in (429, 429, 500, 503, 503, 502)]
        self.failing(errors * 3 + ["http(404)", "http(501)"], hints=self.whole_hint)

    def told(self, answer):
        error = answer.error
        status = error[5:-1] if error and error.startswith("http") else error
        return {"takes": round(answer.takes * 1e9), "error": status, "hint": answer.hint}

    def shows_draws(self):
        return True

    def unit(self, failure, wait):
        width = self.given["RetryWaitMax"] - self.given["RetryWaitMin"]
        if self.given["Backoff"] == "DefaultBackoff" or not width:
            return None
        return (wait / failure - self.given["RetryWaitMin"] + 0.5) / width
