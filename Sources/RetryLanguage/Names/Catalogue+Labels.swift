// The meanings of labels.

extension Catalogue {
  /// The meanings of labels.
  ///
  /// A label whose meaning depends on the call is listed with the name of the call.
  private static let meanings: [String: String] = [
    "abandoned": "what the server does with attempts that were abandoned in its queue",
    "after": "how many failures are retried before the person is asked",
    "arrivals": "whether calls arrive at random (poisson, the default) or evenly spaced (steady)",
    "at": "the time, counted from the start of the call",
    "attempts": "the total number of attempts, or 'unlimited'; 0 completes at once in 'retry'",
    "backoff": "how the delay grows from attempt to attempt",
    "calls": "the number of calls that each client makes",
    "cache(for:)": "how long an entry is fresh; for ever by default",
    "cleared": "when the cache loses all its entries",
    "clients": "the number of concurrent clients",
    "column":
      "the name of the column, as the first line of the file has it; needed if several have numbers",
    "breaker(consecutive:)": "how many failures in a row open the breaker",
    "breaker(failures:)":
      "the share of failures that opens the breaker, or with 'within:' their number",
    "breaker(within:)": "the time in which so many failures open the breaker",
    "breaker(of:)": "how many of the latest calls it looks at",
    "breaker(over:)": "how far back it looks",
    "breaker(min:)": "how many calls it looks at least at before it opens",
    "breaker(open:)": "how long it refuses calls before it lets a probe pass",
    "breaker(on:)": "the errors that count as failures; all of them by default",
    "breaker(slow:)": "the share of slow calls that opens the breaker",
    "breaker(slowAfter:)": "from which duration on a call is slow; 1m by default",
    "breaker(factor:)": "what 'open:' is multiplied by whenever the probes fail; 1 by default",
    "adaptiveThrottle(k:)": "how many requests are sent for each that is accepted; 2 by default",
    "beyondBackoff":
      "the most by which a hint may exceed the delay of the back-off; no bound by default",
    "breaker(jittered:)": "whether half of the time is drawn at random; it is fixed by default",
    "budget(timeout:)": "the tokens that a retry takes after .timeout; 'cost:' by default",
    "obey(jitter:)": "the longest random time that is added to a hint; none by default",
    "pacer(min:)": "the least rate; 0.5/s by default",
    "pacer(smoothing:)":
      "the weight of the latest half second in the measured rate; 0.8 by default",
    "rateLimiter(burst:)": "how many calls may start at once after a pause; 1 by default",
    "rateLimiter(per:)": "the span of time in which so many calls start",
    "breaker(maxOpen:)": "the longest time that it refuses calls",
    "pacer(beta:)": "what the rate is multiplied by when the service throttles; 0.7 by default",
    "pacer(scale:)": "how fast the rate grows back; 0.4 by default",
    "pacer(on:)": "the errors by which the service throttles; those of rate limits by default",
    "pace(beta:)": "what the rate is multiplied by when the service throttles; 0.7 by default",
    "pace(scale:)": "how fast the rate grows back; 0.4 by default",
    "pace(on:)": "the errors by which the service throttles; those of rate limits by default",
    "bulkhead(adapting:)": "the range in which the limit adapts; fixed by default",
    "bulkhead(slow:)": "from which duration on a call counts as failed; 5s by default",
    "bulkhead(decrease:)": "by how much a bad call decreases the limit; 10% by default",
    "breaker(probes:)": "how many calls test the service after that time; 1 by default",
    "budget(bucket:)": "how many retries fit into the bucket, which is full at first",
    "budget(cost:)": "the tokens that a retry takes; 14 by default",
    "budget(credit:)": "the tokens that a success gives back",
    "budget(failures:)": "the largest share of failed attempts at which retries are made",
    "budget(min:)": "the retries that are allowed in any case",
    "budget(perCall:)": "the part of a retry that each call adds; 0.1 by default",
    "budget(perSuccess:)": "the part of a retry that each call adds that succeeds",
    "budget(ratio:)": "the retries per call in the window",
    "budget(share:)": "the retries in flight per call in flight",
    "budget(throttle:)": "the number of tokens; retries are made while more than half are left",
    "budget(throttling:)":
      "the tokens that a retry takes after .throttled or .http(429); 5 by default",
    "budget(tokens:)": "the number of tokens, all of which are there at first",
    "budget(window:)": "how far back it looks; 10s by default",
    "budget": "the budget that retries or hedges are taken from, shared by all that name it",
    "bulkhead(queue:)": "how many calls may wait; none by default",
    "bulkhead(wait:)": "how long a call may wait; as long as it takes by default",
    "hedge(after:)": "how long an attempt may take before the next one starts beside it",
    "hedge(hedges:)": "how many attempts may follow the first; 1 by default",
    "hedge(or:)": "the time before the next attempt until there are enough latencies",
    "hedge(percentile:)":
      "the share of the latest latencies that are shorter than the time to wait",
    "perAttempt(hedge:)": "how long an attempt may take before the next one starts beside it",
    "perAttempt(hedges:)": "how many may follow the first; 1 by default",
    "perAttempt(or:)": "the time before the next one until there are enough latencies",
    "perAttempt(percentile:)":
      "the share of the latest latencies that are shorter than the time to wait",
    "perAttempt(timeout:)": "how long an attempt may take",
    "perCall(hedge:)": "how long the whole call may take before the next one starts beside it",
    "perCall(hedges:)": "how many may follow the first; 1 by default",
    "perCall(or:)": "the time before the next one until there are enough latencies",
    "perCall(percentile:)":
      "the share of the latest latencies that are shorter than the time to wait",
    "perCall(timeout:)": "how long the whole call may take",
    "perClient": "whether each client of a load has a memory of its own; all share one by default",
    "wait": "how long a call may wait for its turn; it does not wait by default",
    "cost": "the price of each attempt, which measurements add up; none by default",
    "count": "the maximum number of values in a list",
    "deadline":
      "the time after which no new attempt begins, counted from the start of the first; an attempt that runs goes on: '.timeout' before the retry limits each attempt, '.timeout' after it the whole call",
    "deadlineRule": "what happens to a delay that would cross the deadline",
    "crash":
      "how many attempts in it the server survives; above it, all of them fail with .crashed",
    "delay": "a constant delay before each retry",
    "down":
      "what the server does in an outage: it refuses new attempts, or its services stand still",
    "enter": "the probability that a good period turns bad before the next attempt",
    "error": "the error of failures that do not name one",
    "every": "the delay before each automatic retry",
    "exhausted": "how the call ends when the last attempt fails",
    "expires":
      "the longest wait; attempts that have waited longer fail with .expired when their turn comes",
    "factor": "the multiplier from one delay to the next, at least 1; 2 by default",
    "ratcheting(factor:)": "by how much a delay may exceed the one before; 3 by default",
    "decorrelated(factor:)": "by how much a delay may exceed the one before; 3 by default",
    "besides": "how the attempts fail that the bursts spare: a share, or shares by error",
    "fails": "how attempts fail: a share, shares by error, bursts, or a closure over the attempt",
    "op(calls:)": "what the service at the server calls before it answers, while it keeps its slot",
    "every(fails:)": "the share of attempts that fail in the outage: a share, or shares by error",
    "outages(fails:)": "the share of attempts that fail in an outage: a share, or shares by error",
    "server(fails:)":
      "how services fail: a share, shares by error, or a closure over the attempt, such as { a in a.now < 2s ? 100% : 5% }",
    "client(overhead:)":
      "the time that an attempt takes in the client, as a latency or measured 'samples'; none by default",
    "late": "how late its timers fire: waits, timeouts, hedges; in time by default",
    "speed": "the attempts per second that it can send, one after the other; any number by default",
    "replays":
      "the errors of dead connections: on one that was used before, an idempotent request is sent again at once; none by default",
    "idle": "the most connections that it keeps for further attempts; 2 by default",
    "for": "the length of each outage",
    "burst(every:)": "the mean time from one burst to the next",
    "burst(for:)": "the length of each burst",
    "every(from:)": "when the first outage starts; at a random moment by default",
    "load(for:)": "the duration, 1m by default; with 'calls', the time limit, 1h by default",
    "fresh": "the share of calls that find a fresh entry and make no attempt",
    "hangs": "the share of attempts that never respond",
    "hop": "the time of one hop between a client and the row",
    "idempotent": "whether a repeated effect does no harm (the default); false counts effects",
    "initial": "the first delay",
    "base": "the shortest delay",
    "hintRule": "how a server's hint replaces the delay, as 'retryAfter:' of a policy",
    "limitRule": "whether one limit or both must be reached, as 'stop:' of a policy",
    "increment": "how much longer each delay is than the previous one",
    "jitter": "how the delay is randomized",
    "k": "how many requests may be sent per accepted request; 2 by default",
    "latency": "how long an attempt takes; 100ms by default",
    "every(latency:)": "how fast attempts fail during an outage",
    "outages(latency:)": "how fast attempts fail during an outage",
    "latest": "whether the latest value is sent at the end of the interval",
    "leave": "the probability that a bad period ends before the next attempt",
    "limit": "how many attempts the server admits; the others fail with .throttled",
    "entries": "how many entries the cache has; 1000 by default",
    "exponent": "how hot the hot keys are; 1 by default",
    "in": "the cache",
    "keys": "what the calls ask for, by which caches and rows tell them apart; the same by default",
    "per": "the length of a window",
    "slidingWindow(estimated:)":
      "whether the attempts are estimated from this window and the one before, as gateways do; they are counted by default",
    "window(from:)":
      "when windows begin: clock, one after another from the start, by default; firstHit, with the first attempt after the last one",
    "recovery": "how long the server refuses attempts after a crash; 30s by default",
    "server(service:)":
      "how long a service takes: a latency, or a closure from the number of attempts in the server and the time",
    "tokens(burst:)": "the number of tokens in a full bucket",
    "lost":
      "the share of successful attempts whose answer never arrives, or the shares by the error that arrives instead",
    "max": "the maximum delay, before jitter",
    "maxAttempts": "the number of retries, despite its name; 2 by default",
    "maxRetryCount": "the number of retries; 3 by default",
    "mean": "the mean",
    "median": "the median",
    "min": "the minimum",
    "model": "the fields that a payload must have",
    "on": "the errors it applies to; all errors by default",
    "op(on:)":
      "the server, channel or row that its attempts share with other calls, failed ones too; its time comes on top of 'latency:'",
    "AuthFilter(on:)": "the error that triggers a refresh; .auth by default",
    "server(outages:)": "when the server is down: time ranges or a period",
    "order": "which waiting attempt is served next: the first (fifo) or the last (lifo)",
    "outages": "when all attempts fail: time ranges or a period",
    "p50": "the median",
    "p99": "the 99th percentile",
    "person": "who is asked: you at the prompt, elsewhere someone who always retries",
    "queue": "how many attempts may wait; unlimited by default",
    "over": "how long the change takes",
    "rate":
      "the arrival rate, such as 40/s; rates from times on, such as [0s: 40/s, 20s: 80/s]; or a ramp",
    "refresh": "the operation to run before the request is repeated",
    "retries": "the number of attempts after the first",
    "person(retries:)": "the probability that the person chooses to retry",
    "retryAfter": "how a server's hint replaces the delay; up to 1m by default",
    "atLeastBackoff": "whether the delay is that of the back-off if that is longer",
    "HintRule(maximum:)": "the longest time that a server may request; 1m by default, nil for any",
    "HintRule(jitter:)": "the longest random time that is added to a hint; none by default",
    "isAtLeastBackoff": "whether the delay is that of the back-off if that is longer",
    "excess": "what follows from a request for more than the maximum: shorten or fail",
    "negative": "what follows from a request for a negative time: ignore or fail",
    "failsBeyond": "whether a longer hint ends the call instead of being cut",
    "failsIfNegative": "whether a negative hint ends the call instead of being no hint",
    "resetsBackoff": "whether the back-off starts over after a hint",
    "atMost(jitter:)": "the longest random time that is added to a hint; none by default",
    "limits": "how many retries each of some errors may be followed by, such as [.timeout: 1]",
    "stop": "whether one limit or both must be reached, of attempts and of time",
    "deadlineMoment":
      "which moment of an attempt that fails is compared with the deadline: its failure or its start",
    "retryDelay": "the delay before each retry",
    "returns": "the value of a successful attempt",
    "script": "the answers in order; the last one repeats",
    "sd": "the standard deviation",
    "service": "the service time of an attempt",
    "shape": "the shape of the tail; a smaller number makes it heavier",
    "sigma": "the standard deviation of the logarithm",
    "slot": "the length of a slot",
    "slots": "how many attempts are served concurrently; 1 by default",
    "cache(stale:)": "how long after that it is still served if the source fails",
    "stale": "the share of calls that find a stale entry, used if all attempts fail",
    "think": "the think time between two calls of a client; none by default",
    "thinks": "how long the person takes to answer",
    "timeSpan": "how long to collect a list",
    "to": "the operation to continue with",
    "ratcheting(maximum:)": "the longest delay, at which it stays",
    "truncated(to:)": "the unit",
    "rounded(to:)": "the unit",
    "wholeJitter(unit:)": "the unit",
    "unit": "the time of one character; 10ms by default",
    "unless": "the errors it never applies to, even if 'on' includes them",
    "tokens(retryAfter:)": "when a refused attempt is asked to come back; whole seconds by default",
    "tokens(error:)": "the error of a refused attempt; .throttled by default",
    "window(retryAfter:)": "when a refused attempt is asked to come back; whole seconds by default",
    "window(error:)": "the error of a refused attempt; .throttled by default",
    "slidingWindow(retryAfter:)":
      "when a refused attempt is asked to come back; whole seconds by default",
    "slidingWindow(error:)": "the error of a refused attempt; .throttled by default",
    "zero":
      "what a request for 0s is: 'ignore' for none, by default, or 'atOnce' for a retry at once",
    "retryAfterOn": "the errors whose hints count; all by default",
    "drain":
      "how long the load waits for the calls that are in flight at its end; 1m by default",
    "warmup": "the time at the start whose calls are not measured",
    "window": "how far back it looks; 2m by default",
    "when": "a pipeline over the errors; each value it sends starts a retry",
    "while": "a condition on each value",
    "burst(fails:)": "the share of attempts that fail in a bad period",
  ]

  /// All labels, sorted and unique, but for those that libraries have for their presets.
  package static let labels: [String] = Set(
    all.filter { $0.key == nil }.flatMap { $0.parameters.compactMap(\.label) }
  )
  .sorted()

  /// Returns the callables that have a label.
  package static func callables(withLabel label: String) -> [Callable] {
    all.filter { callable in callable.parameters.contains { $0.label == label } }
  }

  /// Returns the distinct names of values of a type, in table order.
  package static func values(of type: Type) -> [String] {
    var seen: Set<String> = []
    return all.filter { $0.receiver == nil && $0.result == type && seen.insert($0.name).inserted }
      .map(\.name)
  }

  fileprivate static func meaning(of label: String, in name: String) -> String? {
    meanings["\(name)(\(label):)"] ?? meanings[label]
  }
}

extension Callable {
  /// Returns the meaning of a label in this call.
  package func meaning(of label: String) -> String? {
    parameters.lazy.filter { $0.label == label }.compactMap(\.meaning).first
      ?? Catalogue.meaning(of: label, in: name)
  }
}
