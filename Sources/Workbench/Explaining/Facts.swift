import Retry
import RetryNumerics
import Simulation
import VirtualTime

/// What holds in every call of a source, whatever chance does; what is not known of it is left open.
struct Facts {
  /// The attempts of operations that it begins at once, and so at the least.
  var fewest = 0
  /// How long it takes to its end.
  var time = Nanoseconds.zero...Nanoseconds.never
  /// The time before which nothing comes.
  var first = Nanoseconds.zero
  /// The time before which it does not fail; never where it cannot fail.
  var failure = Nanoseconds.zero
  /// The longest time in which nothing comes, up to its end.
  var silence = Nanoseconds.never
  /// The values that it sends at the most.
  var mostValues = Int.max
  /// The values that it sends at the least in a call that completes; without end where it never does.
  var leastValues = 0
  /// The values that it sends at the most in a call that fails.
  var failingValues = Int.max
  /// The longest time from its first value to its end.
  var rest = Nanoseconds.never
  /// The kinds of error that can come out; nothing where a closure may make others.
  var kinds: Set<String>?
  /// The waits that errors ask for, where some do.
  var hints: ClosedRange<Nanoseconds>?
  /// Whether it ends in every call, unless time itself ends before.
  var alwaysEnds = false
  /// What comes out alike in every call.
  var alike = Alike()

  /// Whether it may end in an error.
  var canFail: Bool { failure != .never }

  /// Whether it may complete without a value.
  var canBeEmpty: Bool { leastValues == 0 }
}

/// A source with what is known of it, and what it stands on, each with what is known of that.
struct KnownSource {
  let source: Source
  let facts: Facts
  let inputs: [KnownSource]

  /// Finds out what is known of a source, once for each part of it.
  init(_ source: Source) {
    self.source = source
    inputs = source.inputs.map(KnownSource.init)
    facts = Facts(source.kind, over: inputs)
  }
}

/// What comes out alike in every call of a source, whatever chance does.
///
/// A sample whose calls are all alike does not tell whether all calls are. The source tells, where its shape is known:
/// what is not known here may differ.
struct Alike {
  /// Whether all calls make as many attempts.
  var attempts = false
  /// Whether all end in the same way.
  var outcome = false
  /// Whether all wait as long to try again.
  var waited = false
  /// Whether all take as long.
  var time = false

  /// All that can be alike.
  static let all = Alike(attempts: true, outcome: true, waited: true, time: true)

  /// What is alike in one source after the other.
  func followed(by next: Alike) -> Alike {
    Alike(
      attempts: attempts && outcome && next.attempts, outcome: outcome && next.outcome,
      waited: waited && outcome && next.waited, time: time && outcome && next.time)
  }
}

// MARK: - One after the other, and side by side

extension Facts {
  /// What holds where another source follows the completion of this one.
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

  /// What holds where another source follows those errors of this one that a filter admits.
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

  /// What holds of two sources of which one comes after the other, if it comes.
  private func joined(with next: Facts) -> Facts {
    var both = self
    both.time = .zero...(time.upperBound + next.time.upperBound)
    both.silence = silence + next.silence
    both.alwaysEnds = alwaysEnds && next.alwaysEnds
    both.alike = alike.followed(by: next.alike)
    both.take(errorsOf: next)
    return both
  }

  /// Takes in the errors of another source, and what they ask for.
  mutating func take(errorsOf other: Facts) {
    kinds = kinds.flatMap { own in other.kinds.map(own.union) }
    hints = Facts.span(of: [hints, other.hints])
  }

  /// The least range that holds several.
  static func span<Bound>(of ranges: [ClosedRange<Bound>?]) -> ClosedRange<Bound>? {
    let ranges = ranges.compactMap(\.self)
    guard let low = ranges.map(\.lowerBound).min(), let high = ranges.map(\.upperBound).max() else {
      return nil
    }
    return low...high
  }

  /// The sum of two numbers, without end where one is.
  static func sum(_ first: Int, _ second: Int) -> Int {
    let (sum, isOver) = first.addingReportingOverflow(second)
    return isOver ? .max : sum
  }
}
