package import Simulation

/// A statistic of many calls, described once: for the prompt, for programs and for recordings.
///
///     let cancelled = Figure(
///       .share { $0.outcomes.cancelled }, "cancelled", "the share of calls that were cancelled",
///       key: .init(nil, "cancelled", "the share of cancelled calls"), column: "cancelled")
package struct Figure: Sendable {
  let statistic: Statistic
  package let name: String?
  /// A former name, which still works.
  package let formerName: String?
  /// Its meaning at the prompt; `nil` if it is no figure of many calls there.
  package let summary: String?
  /// What it is of one call at the prompt, if it is anything.
  package let ofCall: OfCall?
  package let key: Key?
  package let column: String?
  /// Returns whether a JSON object has it.
  package let isGiven: @Sendable (MeasuredCalls) -> Bool
  /// Returns how many cases a share of a run is a share of, if they are counted.
  private(set) var cases: (@Sendable (LoadMeasurement) -> UInt64?)?

  func outOf(_ cases: @escaping @Sendable (LoadMeasurement) -> UInt64?) -> Figure {
    var figure = self
    figure.cases = cases
    return figure
  }

  package init(
    _ statistic: Statistic, _ name: String? = nil, _ summary: String? = nil,
    formerly: String? = nil,
    ofCall: OfCall? = nil, key: Key? = nil, column: String? = nil,
    if isGiven: @escaping @Sendable (MeasuredCalls) -> Bool = { _ in true }
  ) {
    (self.statistic, self.name, self.summary, formerName) = (statistic, name, summary, formerly)
    (self.ofCall, self.key, self.column) = (ofCall, key, column)
    self.isGiven = { [isOfLoads = statistic.isOfLoads] calls in
      (!isOfLoads || calls.sample != nil) && isGiven(calls)
    }
  }
}

extension Figure {
  /// Creates a figure with a name and a meaning at the prompt, in JSON and in CSV; programs may spell the name otherwise.
  init(
    _ statistic: Statistic, named name: String, inFiles key: String? = nil, _ summary: String,
    if isGiven: @escaping @Sendable (MeasuredCalls) -> Bool = { _ in true }
  ) {
    let key = key ?? name
    self.init(
      statistic, name, summary, key: Key(nil, key, summary), column: key, if: isGiven)
  }

  /// How a figure is computed, which also tells how far chance moves it.
  package enum Statistic: Sendable {
    /// A number, with its interval if chance moves it.
    case count(
      @Sendable (Measurement) -> UInt64, @Sendable (Measurement) -> Estimate? = { _ in nil })
    /// The share of some of the calls.
    case share(@Sendable (Measurement) -> UInt64)
    /// The share of retries whose call failed anyway.
    case waste
    /// A number of its own with its interval, if it is known.
    case estimate(@Sendable (Measurement) -> Estimate?)
    case mean(CallNumbers)
    case quantile(Double, CallNumbers)
    case greatest(CallNumbers)
    /// The numbers of calls by a key that is not known in advance.
    case counts(@Sendable (Measurement) -> [(key: String, count: UInt64)])
    /// The numbers of calls by error; the most frequent error is its value.
    case errors
    /// A number of each run of a load, and their mean; calls that do not affect each other have none.
    case ofRun(Unit, @Sendable (LoadMeasurement) -> Double?)
    /// The share of the runs of a load of which something is true.
    case shareOfRuns(@Sendable (LoadMeasurement) -> Bool?)
  }

  package enum Unit: Sendable {
    case share, number, rate, count, duration, fault, flag, text
  }

  package struct OfCall: Sendable {
    package let unit: Unit
    package let summary: String
    package let value: @Sendable (CallResult) -> Value

    package init(
      _ unit: Unit, _ summary: String, _ value: @escaping @Sendable (CallResult) -> Value
    ) {
      (self.unit, self.summary, self.value) = (unit, summary, value)
    }
  }

  package struct Key: Sendable {
    package enum Form: Sendable {
      case alone
      /// Beside the ends of its interval; their object is `null` without a value.
      case withInterval
      /// Documented together with the other keys of its object.
      case alike
    }

    /// The object that it lies in, unless it is the outermost.
    package let object: String?
    package let name: String
    package let meaning: String
    package let form: Form

    package init(_ object: String?, _ name: String, _ meaning: String, _ form: Form = .alone) {
      (self.object, self.name, self.meaning, self.form) = (object, name, meaning, form)
    }

    package var path: String { path(of: name) }

    package func path(of name: String) -> String { object.map { "\($0).\(name)" } ?? name }
  }
}

extension Figure.Statistic {
  fileprivate var isOfLoads: Bool {
    switch self {
    case .ofRun, .shareOfRuns: true
    default: false
    }
  }
}

extension Figure {
  package var unit: Unit {
    switch statistic {
    case .count, .counts: .count
    case .share, .waste, .shareOfRuns: .share
    case .mean(let numbers): numbers.areTimes ? .duration : .number
    case .quantile(_, let numbers), .greatest(let numbers): numbers.areTimes ? .duration : .count
    case .estimate: .number
    case .errors: .fault
    case .ofRun(let unit, _): unit
    }
  }

  package var isWhole: Bool {
    switch statistic {
    case .share, .waste, .mean, .estimate, .ofRun, .shareOfRuns: false
    default: true
    }
  }

  /// Whether it is known only as exactly as the bins of a histogram, unless the distinct numbers are few.
  package var isBinned: Bool {
    if case .quantile = statistic { true } else { false }
  }

  package var isOfLoads: Bool { statistic.isOfLoads }

  /// Whether it has a number of calls for each of several keys, and none of its own.
  package var isCounts: Bool {
    switch statistic {
    case .counts, .errors: true
    default: false
    }
  }
}
