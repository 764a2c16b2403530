import RetryNumerics
import Simulation

// The table of figures: a new one is one description here.

extension Figure {
  /// All figures in the order of JSON and CSV.
  package static let all =
    [calls, success] + attempts + times + outcomes + [errors, load, wastedRetries, waste] + values
    + [stale, asked] + effects + costs + loads

  /// All figures in the order of the prompt.
  package static let atPrompt =
    [success] + attempts + [load] + times + [calls, errors] + outcomes + [wastedRetries, waste]
    + values + [stale, asked] + effects + costs + loads

  /// The figures of each of several loads that run together, in the order of JSON.
  package static let ofPart = all.filter { figure in
    guard let key = figure.key, !figure.isCounts else { return false }
    return ["calls", "success.rate"].contains(key.path)
      || ["attempts", "latency_ns"].contains(key.object)
  }

  private static let calls = Figure(
    .count(\.calls), named: "calls",
    "the number of calls")

  package static let success = Figure(
    .share(\.outcomes.success), "success", "the share of calls that succeeded",
    formerly: "succeeded",
    ofCall: OfCall(.flag, "whether the call succeeded") { .bool($0.outcome.isSuccess) },
    key: Key(
      "success", "rate", "the share of calls that succeeded; success is null if there are no calls",
      .withInterval),
    column: "success")

  package static let hung = Figure(.share(\.outcomes.hung), if: { $0.all.outcomes.hung > 0 })

  private static let attempts = [
    Figure(
      .mean(.attempts), "attempts", "the mean number of attempts per call",
      ofCall: OfCall(.count, "the number of attempts the call made") { .int($0.tally.attempts) },
      key: Key("attempts", "mean", "the mean attempts per call"), column: "attempts"),
    Figure(
      .greatest(.attempts), key: Key("attempts", "max", "the most attempts of a call"),
      column: "attempts_max"),
    Figure(
      .counts(\.attempts.rows),
      key: Key("attempts", "counts", "the number of calls with this many attempts")),
  ]

  package static let load = Figure(
    .mean(.attempts), "load", "the number of attempts per call, as the service sees it",
    key: Key(nil, "load", "the attempts per call, over all operations"))

  private static let wastedRetries = Figure(
    .count(\.wastedRetries) { $0.wastedRetriesEstimate },
    key: Key(nil, "wasted_retries", "the retries of calls that failed anyway"))

  package static let waste = Figure(
    .waste, "wasted", "the share of retries in vain: their call failed anyway",
    column: "wasted")

  private static let values = [
    Figure(
      .mean(.values), key: Key("values", "mean", "the mean values per call, if calls send several"),
      if: \.all.hasSeveralValues),
    Figure(
      .greatest(.values), key: Key("values", "max", "the most values of a call"),
      if: \.all.hasSeveralValues),
    Figure(
      .counts(\.values.rows),
      key: Key("values", "counts", "the number of calls with this many values"),
      if: \.all.hasSeveralValues),
  ]

  private static let stale = Figure(
    .count(\.servedStale),
    key: Key(nil, "served_stale", "the number of calls answered with a stale cache entry")
  ) { $0.all.servedStale > 0 }

  private static let asked = Figure(
    .share(\.asked), "asked", "the share of calls in which a person was asked",
    ofCall: OfCall(.flag, "whether a person was asked") { .bool($0.tally.asked) },
    key: Key(nil, "asked", "the share of calls in which a person was asked"),
    if: { $0.all.asked > 0 })
}

// MARK: - Times

extension Figure {
  private static let times = latencies + latenciesOfSuccesses + [waited]

  package static let meanLatency = Figure(
    .mean(.latency), "latency", "the mean latency of a call", formerly: "duration",
    ofCall: OfCall(.duration, "how long the call took") {
      // A hung call takes forever, whenever it was abandoned.
      .duration($0.outcome.isHung ? .never : $0.duration)
    },
    key: Key(
      "latency_ns", "mean", "the mean latency of calls in nanoseconds; null if none ended"),
    column: "latency_ns")

  package static let longest = Figure(
    .greatest(.latency), "longest",
    "the longest latency among these calls; other calls can take longer",
    key: Key("latency_ns", "max", "the longest latency"), column: "longest_ns")

  private static let latencies = [meanLatency, p50, p90, p99, p999, longest]

  package static let p50 = percentile("p50", 0.5, "the median latency")
  package static let p90 = percentile("p90", 0.9, "the 90th percentile")
  package static let p99 = percentile("p99", 0.99, "the 99th percentile")
  private static let p999 = percentile("p999", 0.999, "the 99.9th percentile")

  private static func percentile(_ name: String, _ share: Double, _ meaning: String) -> Figure {
    Figure(
      .quantile(share, .latency), name,
      "the latency that this percentage of the calls did not exceed",
      key: Key("latency_ns", name, meaning), column: name + "_ns")
  }

  private static let latenciesOfSuccesses = latencies.map { figure in
    Figure(
      figure.statistic.of(.successLatency),
      key: figure.key.map {
        Key("success_latency_ns", $0.name, "the same for successful calls", .alike)
      })
  }

  package static let waited = Figure(
    .mean(.waited), "waited", "the mean time a call waited between attempts",
    ofCall: OfCall(.duration, "how long the call waited between attempts") {
      .duration($0.tally.waited)
    },
    key: Key("waited_ns", "mean", "the mean time per call spent waiting between attempts"),
    column: "waited_ns")
}

// MARK: - Outcomes

extension Figure {
  private static let outcomes = [
    Figure(
      .counts { measured in
        OutcomeCounts.Kind.allCases.map { ($0.rawValue, measured.outcomes[$0]) }
      }, "outcome",
      ofCall: OfCall(
        .text, "how the call ended: success, failure, completed, cancelled, stopped or hung"
      ) { .text($0.outcome.word) },
      key: Key(nil, "outcomes", "the number of calls with this outcome")),
    Figure(
      .share(\.outcomes.completed), "completed",
      "the share of calls that completed without a value"),
  ]

  private static let errors = Figure(
    .errors, "error", "the most frequent error; .none if no call failed",
    ofCall: OfCall(.fault, "the error the call failed with; .none if it did not fail") {
      if case .failure(let fault) = $0.outcome { .fault(fault) } else { .fault(Fault("none")) }
    },
    key: Key(nil, "errors", "the number of calls that failed with this error"))
}

// MARK: - Effects and costs

extension Figure {
  package static let duplicates = Figure(
    .share { $0.effects?.duplicated ?? 0 }, "duplicates",
    "the share of calls whose effect happened more than once",
    key: Key("effects", "duplicates", "the share of calls whose effect happened more than once"),
    column: "duplicates", if: \.all.statesEffects)

  package static let cost = Figure(
    .estimate { measured in measured.costs?.mean(of: measured.calls) }, "cost",
    "the mean cost of a call, of operations with a 'cost'",
    ofCall: OfCall(.number, "the cost of the attempts of the call") {
      .double(Double($0.tally.cost ?? 0) / 1e9)
    },
    key: Key("cost", "mean", "the mean cost per call, if an operation has a 'cost'"),
    column: "cost", if: \.all.statesCosts)

  private static let effects = [
    Figure(
      .estimate { measured in measured.effects?.mean(of: measured.calls) }, "effects",
      "the mean number of effects per call, of operations with 'idempotent: false'",
      ofCall: OfCall(.count, "how often the effect of the call happened") {
        .int($0.tally.effects ?? 0)
      },
      key: Key(
        "effects", "mean", "the mean effects per call, if an operation has 'idempotent: false'"),
      column: "effects", if: \.all.statesEffects),
    duplicates,
    Figure(
      .share { $0.effects?.unheard ?? 0 }, "unheard",
      "the share of calls that did not succeed although their effect happened",
      key: Key(
        "effects", "unheard", "the share of calls that did not succeed although it happened"),
      column: "unheard", if: \.all.statesEffects),
  ]

  private static let costs = [
    cost,
    Figure(
      .estimate { $0.costs?.perSuccess($0.outcomes.success, of: $0.calls) }, "costPerSuccess",
      "the cost of all calls per successful call",
      key: Key(
        "cost", "per_success", "the cost of all calls per successful call; null without any"),
      column: "cost_per_success", if: \.all.statesCosts),
  ]
}

// MARK: - What they are read from

extension Measurement {
  fileprivate var hasSeveralValues: Bool { values.greatest > 1 }

  fileprivate var statesEffects: Bool { effects != nil }

  fileprivate var statesCosts: Bool { costs != nil }

  /// The number of wasted retries, with the interval of their share.
  fileprivate var wastedRetriesEstimate: Estimate? {
    wasted.map { $0.times($0.value > 0 ? Double(wastedRetries) / $0.value : 0) }
  }
}

extension Histogram {
  fileprivate var rows: [(key: String, count: UInt64)] {
    filled.map { ("\($0.range.lowerBound)", $0.count) }
  }
}

extension Figure.Statistic {
  fileprivate func of(_ numbers: CallNumbers) -> Figure.Statistic {
    switch self {
    case .mean: .mean(numbers)
    case .quantile(let share, _): .quantile(share, numbers)
    case .greatest: .greatest(numbers)
    default: self
    }
  }
}
