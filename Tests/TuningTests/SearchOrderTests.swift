import Measurement
import Simulation
import Testing

@testable import Tuning

/// What a search prefers while it does not know whether the constraints are met.
@Suite("The order of policies in a search")
struct SearchOrderTests {
  private static let goals = Goals(
    [Constraint(.success, isAtLeast: true, isStrict: false, bound: 0.999)],
    [Objective(.load, isMaximized: false)])
  private static let space = Space([ParameterAxis("n", .whole(1...8, isLogarithmic: false))])

  /// Returns a search, and what it knows of policies with so many attempts after some batches.
  private static func measured(attempts: [Double], batches: Int) throws -> (Search, [Evidence]) {
    let fetch = try Source.operation(
      Operation("fetch", faults: .rates(FaultRates(0.2, of: .timeout))))
    let policies = try Dictionary(
      uniqueKeysWithValues: attempts.map { ([$0], try fetch.retry(attempts: Int($0))) })
    var search = Search(
      space, goals, SearchPlan(budget: 10_000, indifference: 0.01, seed: 1), worlds: 1)
    let host = SearchHost(
      make: { point in policies[point].map { [.calls($0)] } },
      theory: { _ in nil }, certainty: { _ in Certainty() },
      measure: { Trials(calls: 0..<1, seed: 2).measure($0.batches, of: $0.subjects, each: 128) })
    return (search, search.measure(attempts.map { [$0] }, upTo: batches, host))
  }

  @Test("puts the surest first of those that cost as little")
  func surest() throws {
    let (search, known) = try Self.measured(attempts: [4, 5, 6], batches: 16)
    // Four attempts succeed in 99.84 %, which misses the bound; two thousand calls do not tell.
    #expect(known.allSatisfy { $0.state(Self.goals) == .undecided })
    #expect(search.ranking.sorted(known).first?.point == [4])
    #expect(search.order(known).first?.point != [4])
  }

  @Test("keeps one of those that did the same in all that was measured")
  func alike() throws {
    let (search, known) = try Self.measured(attempts: [2, 3, 6, 7, 8], batches: 8)
    let best = search.ranking.best(5, of: known).map(\.point)
    // In a thousand calls no sixth attempt fails.
    #expect(best.sorted { $0[0] < $1[0] } == [[2], [3], [6]])
  }
}
