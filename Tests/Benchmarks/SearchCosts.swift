import Glibc
import Measurement
import RetryLanguage
import Simulation
import Tuning
import VirtualTime

/// How many calls a search needs to be right in 95 of 100 seeds, beside two others: one without common faults, and
/// points at random, each measured as well as a finalist.
struct SearchCosts {
  /// A search whose answer is known.
  private struct Problem: Sendable {
    let name: String
    let maker: Function
    let parameters: [TunedParameter]
    let axes: [ParameterAxis]
    let goals: Goals
    let isRight: @Sendable (Point) -> Bool
  }

  private enum Way: String, CaseIterable {
    case tune = "tune"
    case apart = "without common faults"
    case random = "random points"
  }

  private static let seeds: UInt64 = 40
  private static let batch = 128

  func report() throws {
    print("calls that a search needs to be right in 95% of \(Self.seeds) seeds")
    for problem in try Self.problems() {
      var line = problem.name.padded(40)
      var least: Double?
      for way in Way.allCases {
        let needed = Self.needed(by: way, for: problem)
        let ratio = needed.flatMap { needed in least.map { needed / $0 } }
        least = least ?? needed
        let text = needed.map { "\(Int($0))" } ?? "more than \(Self.most * Self.batch)"
        line += text.padded(20) + (ratio.map { "\(($0 * 10).rounded() / 10) ×" } ?? "").padded(10)
      }
      print(line)
      fflush(nil)
    }
  }

  private static let most = 1 << 14

  /// Returns the mean number of calls at the smallest budget that is right in 95 % of the seeds.
  private static func needed(by way: Way, for problem: Problem) -> Double? {
    var budget = 32
    while budget <= most {
      var (right, spent) = (0, 0)
      // A way that is wrong too often is given more at once.
      for seed in 1...seeds where Double(right) >= Double(seed - 1) - 0.05 * Double(seeds) {
        let (point, used) =
          way == .random
          ? random(problem, budget, seed) : search(problem, budget, seed, shares: way == .tune)
        right += point.map(problem.isRight) == true ? 1 : 0
        spent += used
      }
      if Double(right) >= 0.95 * Double(seeds) {
        return Double(spent * batch) / Double(seeds)
      }
      budget += budget / 2
    }
    return nil
  }

  /// The host of a problem without theory, so that everything has to be measured.
  private static func host(_ problem: Problem, _ seed: UInt64) -> SearchHost {
    SearchHost(
      make: { point in
        let items = zip(problem.parameters, point).map { $0.item(of: $1) }
        return problem.maker.item(items)?.source.map { [.calls($0)] }
      }, theory: { _ in nil }, certainty: { _ in Certainty() },
      measure: { round in
        Trials(calls: 0..<1, seed: round.isFresh ? seed + 1_000_000 : seed)
          .measure(round.batches, of: round.subjects, each: batch)
      })
  }

  private static func search(
    _ problem: Problem, _ budget: Int, _ seed: UInt64, shares: Bool
  ) -> (Point?, Int) {
    var plan = SearchPlan(budget: budget, indifference: 0.01, seed: seed)
    plan.sharesFaults = shares
    var search = Search(Space(problem.axes), problem.goals, plan, worlds: 1)
    _ = search.run(batchSize: batch, host(problem, seed))
    return (search.choice?.point, search.choice?.spent ?? search.spent)
  }

  /// Measures points at random, each with as many batches as a finalist has, and takes the best.
  private static func random(_ problem: Problem, _ budget: Int, _ seed: UInt64) -> (Point?, Int) {
    let each = 64
    let plan = SearchPlan(budget: budget, indifference: 0.01, seed: seed)
    var search = Search(Space(problem.axes), problem.goals, plan, worlds: 1)
    let best = search.takeBest(ofRandom: budget / each, each: each, host(problem, seed))
    return (best, search.spent)
  }
}

// MARK: - The problems

extension SearchCosts {
  private static func problems() throws -> [Problem] {
    let success = { bound in
      Constraint(.success, isAtLeast: true, isStrict: false, bound: bound)
    }
    let low = { figure in Objective(figure, isMaximized: false) }
    let retry = "op(fails: 20%, latency: exponential(100ms)).retry"
    return [
      try problem(
        "attempts, base", "{ n, b in \(retry)(attempts: n, backoff: exponential(b)) }",
        [("n", .whole(1...8)), ("b", .span(1e6...2e9))],
        Goals([success(0.99)], [low(.meanLatency)])
      ) { $0[0] >= 3 && latency($0[0], $0[1]) <= 1.01 * latency(3, 1e6) },
      try problem(
        "attempts, base, longest delay, bound on p99",
        "{ n, b, m in \(retry)(attempts: n, backoff: exponential(b, max: m)) }",
        [("n", .whole(1...8)), ("b", .span(10e6...2e9)), ("m", .span(1e9...30e9))],
        Goals(
          [
            success(0.999),
            Constraint(.p99, isAtLeast: false, isStrict: true, bound: 2e9),
          ], [low(.meanLatency)])
      ) { $0[0] >= 5 && latency($0[0], $0[1]) <= 1.01 * latency(5, 10e6) },
      try problem(
        "timeout, attempts",
        "{ t, n in op(latency: mix(90%: 50ms, 10%: 5s)).timeout(t).retry(attempts: n) }",
        [("t", .span(10e6...10e9)), ("n", .whole(1...8))],
        Goals([success(0.99)], [low(.meanLatency)])
      ) { (50e6...55e6).contains($0[0]) && $0[1] >= 2 },
      try problem(
        "delay that outlasts an outage",
        "{ d in op(outages: [0s...3s]).retry(attempts: 2, backoff: constant(d)) }",
        [("d", .span(100e6...10e9))], Goals([success(0.99)], [low(.meanLatency)])
      ) { (2.9e9...2.931e9).contains($0[0]) },
    ]
  }

  /// The mean latency of attempts that fail in one of five cases and double their delay.
  private static func latency(_ attempts: Double, _ base: Double) -> Double {
    var (sum, reached, delay) = (0.0, 1.0, base)
    for attempt in 1...Int(attempts) {
      sum += reached * 100e6
      reached *= 0.2
      if attempt < Int(attempts) { sum += reached * delay }
      delay *= 2
    }
    return sum
  }

  private enum Values {
    case whole(ClosedRange<Int64>)
    case span(ClosedRange<Double>)
  }

  private static func problem(
    _ name: String, _ text: String, _ values: [(String, Values)], _ goals: Goals,
    isRight: @escaping @Sendable (Point) -> Bool
  ) throws -> Problem {
    let source = SourceText(text)
    guard case .expression(let expression)? = Parser.read(source).statements.first else {
      throw Unreadable(text: text)
    }
    var (types, parameters, axes): ([Type], [TunedParameter], [ParameterAxis]) = ([], [], [])
    for (name, values) in values {
      switch values {
      case .whole(let range):
        types.append(.int)
        axes.append(ParameterAxis(name, .whole(range, isLogarithmic: false)))
      case .span(let range):
        types.append(.duration)
        axes.append(ParameterAxis(name, .continuous(range, isLogarithmic: true)))
      }
      parameters.append(TunedParameter(name, .numbers(types[types.count - 1])))
    }
    var checker = Checker(source, definitions: [:])
    let made = try checker.evaluate(expression, expecting: .function(types, .runnable)).get()
    guard case .function(let maker) = made.item else { throw Unreadable(text: text) }
    return Problem(
      name: name, maker: maker, parameters: parameters, axes: axes, goals: goals, isRight: isRight)
  }

  private struct Unreadable: Error { let text: String }
}
