package import Retry
import RetryNumerics
import Simulation

/// The simple policy that explains what a client does: so many attempts, with delays that grow and are spread in a
/// usual way.
package struct FittedRules {
  private let calls: [ObservedCall]
  private let attempts: [ObservedAttempt]
  private let tolerance: Tolerance
  /// The delays before each retry that no error has asked for.
  private let delays: [[Nanoseconds]]

  package init(_ attempts: [ObservedAttempt], tolerance: Tolerance = Tolerance()) {
    self.attempts = Likeness.first(attempts)
    self.tolerance = tolerance
    calls = ObservedCall.all(of: self.attempts)
    delays = calls.reduce(into: []) { delays, call in
      for (index, (round, next)) in zip(call.rounds, call.rounds.dropFirst()).enumerated() {
        guard case .failure(let fault) = round.seen, fault.retryAfter == nil else { continue }
        while delays.count <= index { delays.append([]) }
        delays[index].append(next.start - round.finish)
      }
    }
  }

  /// The fewest delays that tell something.
  private static let fewest = 5

  /// By how much a likelihood may fall behind the best for the sake of a plainer number.
  private static let indifference = 4.0

  /// The rules that explain the delays best, with the plainest numbers that do, and a rival that grows otherwise and
  /// explains so few as well; `nil` if there are too few.
  package func best(isCut: Bool) -> (rules: RetryRules, rival: RetryRules?)? {
    guard delays.reduce(0, { $0 + $1.count }) >= Self.fewest else { return nil }
    let candidates = Growth.allCases.flatMap { growth in
      Spread.allCases.flatMap { spread in rules(growth, spread) }
    }
    let all = candidates.map { candidate in
      let strategy = RetryStrategy(rules: candidate.rules)
      return (candidate, Likeness("", strategy, attempts, tolerance, isCut: isCut))
    }
    guard let fewest = all.map(\.1.differences.count).min() else { return nil }
    let likely = all.filter { $0.1.differences.count == fewest }
    guard let most = likely.map(\.1.likelihood).max() else { return nil }
    let near = likely.filter { $0.1.likelihood >= most - Self.indifference }
    let sorted = near.sorted {
      ($0.0.digits, -$0.1.likelihood) < ($1.0.digits, -$1.1.likelihood)
    }.map(\.0)
    // One delay for each call grows in any way.
    let rival = delays.count > 1 ? sorted.first { $0.growth != sorted[0].growth } : nil
    return sorted.first.map { ($0.rules, rival?.rules) }
  }

  private struct Candidate {
    let rules: RetryRules
    let growth: Growth
    /// The digits of its delay.
    let digits: Int
  }

  /// The attempts of a call that ended with a failure; of most of these, if they differ.
  private var mostAttempts: Int? {
    let failed = calls.filter { call in
      if case .failure = call.rounds.last?.seen { true } else { false }
    }
    let counts = Dictionary(grouping: failed.map(\.rounds.count)) { $0 }.mapValues(\.count)
    return counts.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
  }

  private func rules(_ growth: Growth, _ spread: Spread) -> [Candidate] {
    let bases = delays.enumerated().flatMap { index, times in
      times.map { Double($0.count) / growth.multiple(index) }
    }.sorted()
    guard let base = spread.base(bases), base > 0 else { return [] }
    return Self.rounded(base).compactMap { base, digits in
      guard let backoff = spread.backoff(growth, base.duration) else { return nil }
      let rules = RetryRules(attempts: mostAttempts, backoff: backoff)
      return Candidate(rules: rules, growth: growth, digits: digits)
    }
  }

  /// Times near one, with one digit, and with two.
  private static func rounded(_ time: Double) -> [(Nanoseconds, digits: Int)] {
    var unit = 1.0
    while unit * 10 <= time { unit *= 10 }
    let (one, two) = ((time / unit).rounded(), (time / unit * 10).rounded())
    let plain = [one, one + 1].map { (Nanoseconds(rounding: $0 * unit), digits: 1) }
    return plain
      + [two, two - 1, two + 1].filter { $0 > 0 }.map {
        (Nanoseconds(rounding: $0 / 10 * unit), digits: 2)
      }
  }
}

/// How the delays grow from retry to retry.
private enum Growth: CaseIterable {
  case constant, linear, slowly, doubling, tripling

  func multiple(_ retry: Int) -> Double {
    switch self {
    case .constant: 1
    case .linear: Double(retry + 1)
    case .slowly, .doubling, .tripling:
      (0..<min(retry, 60)).reduce(1.0) { product, _ in product * factor }
    }
  }

  private var factor: Double { self == .slowly ? 1.5 : self == .doubling ? 2 : 3 }

  func backoff(_ base: Duration) -> Backoff {
    switch self {
    case .constant: .constant(base)
    case .linear: .linear(increment: base, initial: base)
    case .slowly, .doubling, .tripling: .exponential(factor: factor, initial: base)
    }
  }
}

/// How chance spreads them.
private enum Spread: CaseIterable {
  case none, full, equal, tenth, fifth, half, decorrelated

  /// The base that the delays come from, each divided by the multiple of its retry.
  func base(_ times: [Double]) -> Double? {
    switch self {
    case .full, .equal: times.last
    case .decorrelated: times.first
    case .none, .tenth, .fifth, .half: times.isEmpty ? nil : times[times.count / 2]
    }
  }

  func backoff(_ growth: Growth, _ base: Duration) -> Backoff? {
    switch self {
    case .none: growth.backoff(base)
    case .full: growth.backoff(base).fullJitter()
    case .equal: growth.backoff(base).equalJitter()
    case .tenth: growth.backoff(base).proportionalJitter(0.1)
    case .fifth: growth.backoff(base).proportionalJitter(0.2)
    case .half: growth.backoff(base).proportionalJitter(0.5)
    case .decorrelated: growth == .constant ? .decorrelated(base: base, factor: 3) : nil
    }
  }
}
