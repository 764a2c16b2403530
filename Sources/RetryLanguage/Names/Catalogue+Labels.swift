// What the labels of the language say, each once.

extension Catalogue {
  /// What labels mean; one that says different things in different calls stands with the name of its call.
  private static let meanings: [String: String] = [
    "abandoned": "what becomes of attempts that were given up while they waited",
    "after": "so many failures are tried again without asking",
    "at": "when, counted from the start of the call",
    "attempts": "how many attempts in all",
    "backoff": "how the wait grows from attempt to attempt",
    "clients": "how many call at a time",
    "count": "how many values a list has at the most",
    "deadline": "the end of all attempts, counted from the start of the first one",
    "deadlineRule": "what becomes of a wait that would cross the deadline",
    "delay": "the same wait before each further attempt",
    "enter": "the chance that a good time turns bad before the next attempt",
    "error": "the error that an attempt fails with where none is named",
    "every": "the wait before each attempt that nobody is asked about",
    "exhausted": "how the call ends after the last attempt",
    "factor": "what each wait is multiplied by for the next one; 2 where it is left out",
    "fails": "how attempts fail: a share, shares by kind, bursts, or a closure of the attempt",
    "for": "how long each outage is",
    "load(for:)": "how long it goes on; 1m where it is left out",
    "fresh": "how often a fresh entry is there, which spares the attempt",
    "hangs": "the share of attempts that never answer",
    "increment": "what each wait is longer than the one before",
    "jitter": "the part of a wait that is left to chance",
    "k": "how much may be sent for each request that is accepted; 2 where it is left out",
    "latency": "how long an attempt takes; 100ms where it is left out",
    "every(latency:)": "how fast attempts fail in an outage",
    "outages(latency:)": "how fast attempts fail in an outage",
    "latest": "whether the last value within the time is sent at its end",
    "leave": "the chance that a bad time ends before the next attempt",
    "max": "the longest wait, before the jitter",
    "maxAttempts": "how many repeats, as the wrapper of fallible operations counts; 2 if left out",
    "maxRetryCount": "how many repeats; 3 where it is left out",
    "mean": "the mean",
    "median": "the value that half of them exceed",
    "min": "the least value",
    "model": "the fields that a payload must have",
    "on": "the errors that it acts on; every error where it is left out",
    "op(on:)": "the server or channel that its attempts share with those of other calls",
    "AuthFilter(on:)": "the error that asks for a refresh; .auth where it is left out",
    "outages": "when attempts fail for certain: ranges of time, or a period",
    "p50": "the median",
    "p99": "what one value of a hundred exceeds",
    "person": "who is asked; you at the prompt, and someone patient elsewhere",
    "queue": "how many attempts may wait; any number where it is left out",
    "rate": "how many calls come in a second",
    "refresh": "the operation that runs before the request is repeated",
    "retries": "how many attempts after the first one",
    "person(retries:)": "the chance of an answer to go on",
    "retryAfter": "whether a server's hint takes the place of a wait",
    "retryDelay": "the wait before each repeat",
    "returns": "the value of an attempt that succeeds",
    "script": "the answers in their order; the last one repeats",
    "sd": "the standard deviation",
    "service": "how long one attempt is served",
    "shape": "how heavy the tail is; the smaller, the heavier",
    "sigma": "the standard deviation of the logarithm",
    "slot": "how long a slot is",
    "slots": "how many attempts are served at a time; 1 where it is left out",
    "stale": "how often an old entry is there, which is served when all fails",
    "think": "how long a client waits between two calls; not at all where it is left out",
    "thinks": "how long the answer takes",
    "timeSpan": "how long a list is waited for",
    "to": "what comes in its place",
    "unit": "the time of one character; 10ms where it is left out",
    "unless": "the errors that it does not act on, whatever `on` says",
    "warmup": "the time at the start whose calls are not counted",
    "window": "how far back it remembers; 2m where it is left out",
    "when": "a pipeline over the errors: what it sends is a further attempt",
    "while": "a condition on each value",
    "burst(fails:)": "the share of attempts that fail in a bad time",
  ]

  /// Every label, each once, in order.
  package static let labels: [String] = Set(all.flatMap { $0.parameters.compactMap(\.label) })
    .sorted()

  /// Returns the names whose calls have a label, each once.
  package static func callables(withLabel label: String) -> [Callable] {
    all.filter { callable in callable.parameters.contains { $0.label == label } }
  }

  /// Returns the names that stand for a value of a type, each once, in the order of the table.
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
  /// Returns what a label says in this call.
  package func meaning(of label: String) -> String? {
    Catalogue.meaning(of: label, in: name)
  }
}
