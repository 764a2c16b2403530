import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// Facts that hold in every call of a source; unknown facts have their widest range.
struct Facts {
  /// The number of attempts that start immediately, which is a minimum.
  var fewest = 0
  /// The time until its end.
  var time = Nanoseconds.zero...Nanoseconds.never
  /// The earliest time of a signal.
  var first = Nanoseconds.zero
  /// The earliest time of a failure; `.never` if it cannot fail.
  var failure = Nanoseconds.zero
  /// The longest time without a signal before its end.
  var silence = Nanoseconds.never
  var mostValues = Int.max
  /// The minimal number of values in a call that completes; unlimited if it never does.
  var leastValues = 0
  /// The maximal number of values in a call that fails.
  var failingValues = Int.max
  /// The longest time from its first value to its end.
  var rest = Nanoseconds.never
  /// The possible kinds of error; `nil` if a closure may create others.
  var kinds: Set<String>?
  /// The range of delays that errors request, if any.
  var hints: ClosedRange<Nanoseconds>?
  var alwaysEnds = false
  /// The figures that are constant over all calls.
  var alike = Alike()

  /// Whether it may end in an error.
  var canFail: Bool { failure != .never }

  /// Whether it may complete without a value.
  var canBeEmpty: Bool { leastValues == 0 }
}

/// A source and what is inside it with their facts.
struct KnownSource: Nest {
  let source: Source
  let facts: Facts
  let inputs: [KnownSource]
  /// What the script of an operation may answer with.
  let answers: [KnownSource]
  /// What the server of an operation calls, if anything.
  let calls: [KnownSource]

  /// Derives the facts of a source, once per part.
  init(_ source: Source) {
    self = source.folded({ $0.inputs + $0.answers + $0.calls }) { KnownSource($0, over: $1) }
  }

  private init(_ source: Source, over inside: [KnownSource]) {
    self.source = source
    let others = inside.dropFirst(source.inputs.count)
    inputs = Array(inside.prefix(source.inputs.count))
    answers = Array(others.prefix(source.answers.count))
    calls = Array(others.dropFirst(answers.count))
    if case .operation(let operation) = source.kind {
      facts = Facts(operation, answering: answers.map(\.facts), calling: calls.first?.facts)
    } else {
      facts = Facts(source.kind, over: inputs)
    }
  }
}

extension Source: Nest {
  /// The sources with which the script of an operation answers.
  var answers: [Source] {
    guard case .operation(let operation) = kind else { return [] }
    return operation.script.compactMap(\.answer.source)
  }

  /// The source that the server of an operation calls, if there is one.
  fileprivate var calls: [Source] {
    guard case .operation(let operation) = kind, let calls = operation.calls else { return [] }
    return [calls.source]
  }
}

/// The figures that are constant over all calls of a source.
///
/// A sample of identical calls does not prove that all calls are identical. Here it is derived from the source, if
/// its shape is known; all other figures may vary.
struct Alike {
  /// Whether all calls make the same number of attempts.
  var attempts = false
  /// Whether all calls have the same outcome.
  var outcome = false
  /// Whether all calls wait equally long for retries.
  var waited = false
  /// Whether all calls have the same duration.
  var time = false

  /// All figures are constant.
  static let all = Alike(attempts: true, outcome: true, waited: true, time: true)

  /// Returns the constant figures of two sources in sequence.
  func followed(by next: Alike) -> Alike {
    Alike(
      attempts: attempts && outcome && next.attempts, outcome: outcome && next.outcome,
      waited: waited && outcome && next.waited, time: time && outcome && next.time)
  }
}

// MARK: - Sequences and concurrency

extension Facts {
  /// Returns the facts if another source follows the completion of this one.
  func followed(by next: Facts) -> Facts {
    var both = joined(with: next)
    both.time = min(failure, time.lowerBound + next.time.lowerBound)...both.time.upperBound
    both.failure = min(failure, time.lowerBound + next.failure)
    both.mostValues = Facts.sum(mostValues, next.mostValues)
    both.failingValues = max(failingValues, Facts.sum(mostValues, next.failingValues))
    both.rest = mostValues == 0 ? next.rest : rest + next.time.upperBound
    both.leastValues = Facts.sum(leastValues, next.leastValues)
    return both
  }

  /// Returns the facts if another source follows the errors of this one that a filter admits.
  func rescued(by next: Facts, on filter: FaultFilter) -> Facts {
    guard canFail else { return self }
    var both = joined(with: next)
    both.time = min(time.lowerBound, failure + next.time.lowerBound)...both.time.upperBound
    both.failure = min(filter.admitsEverything ? .never : failure, failure + next.failure)
    if filter.admitsEverything { both.kinds = next.kinds }
    both.leastValues = min(leastValues, next.leastValues)
    both.mostValues = max(mostValues, Facts.sum(failingValues, next.mostValues))
    both.failingValues = max(failingValues, Facts.sum(failingValues, next.failingValues))
    both.rest = failingValues == 0 ? max(rest, next.rest) : rest + next.time.upperBound
    return both
  }

  /// Returns the facts of two sources, the second of which may follow the first.
  private func joined(with next: Facts) -> Facts {
    var both = self
    both.time = .zero...(time.upperBound + next.time.upperBound)
    both.silence = silence + next.silence
    both.alwaysEnds = alwaysEnds && next.alwaysEnds
    both.alike = alike.followed(by: next.alike)
    both.take(errorsOf: next)
    return both
  }

  /// Adds the errors of another source and the delays that they request.
  mutating func take(errorsOf other: Facts) {
    kinds = kinds.flatMap { own in other.kinds.map(own.union) }
    hints = Facts.span(of: [hints, other.hints])
  }

  /// Returns the smallest range that contains several ranges.
  static func span<Bound>(of ranges: [ClosedRange<Bound>?]) -> ClosedRange<Bound>? {
    let ranges = ranges.compactMap(\.self)
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else {
      return nil
    }
    return low...high
  }

  /// Returns the sum of two numbers, saturating at `Int.max`.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, isOver) = first.addingReportingOverflow(second)
    return isOver ? .max : sum
  }
}
