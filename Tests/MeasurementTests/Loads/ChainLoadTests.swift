import RetryNumerics
import Simulation
import Testing

@Suite("Loads of chains")
struct ChainLoadTests {
  private func results(
    _ load: Load, seed: UInt64, onStages: Bool
  ) -> ([CallResult], LoadRecord) {
    final class List { var results: [CallResult] = [] }
    let list = List()
    let record = LoadSimulation(load, seed: seed).run(
      onStages: onStages, { list.results.append($0) }, unended: { list.results.append($0) })
    return (list.results, record)
  }

  @Test(
    "give the same results as stages, call by call and span by span",
    arguments: 0..<10 as Range<UInt64>)
  func sameAsStages(part: UInt64) throws {
    var (followed, calls, retries) = (0, 0, 0)
    var (drained, unended, refused, expired) = (UInt64(0), UInt64(0), UInt64(0), UInt64(0))
    for seed in part * 100..<(part + 1) * 100 {
      var random = RandomChain(seed: seed, isLoad: true)
      let load = try random.load()
      let obstacle = LoadPlan(load, limits: Limits()).obstacle
      #expect(obstacle == nil || obstacle?.description.hasPrefix("two operations") == true)
      followed += obstacle == nil ? 1 : 0
      let (fast, record) = results(load, seed: seed, onStages: false)
      let (slow, expected) = results(load, seed: seed, onStages: true)
      let difference = zip(fast, slow).first { $0 != $1 }
      #expect(difference == nil && fast.count == slow.count, "seed \(seed): \(random.words)")
      #expect(record == expected, "seed \(seed): \(random.words)")
      calls += fast.count
      retries += fast.reduce(0) { $0 + $1.tally.attempts - 1 }
      drained += record.endedLate
      unended += record.unended
      expired += record.total(since: .zero)?.resources.first?.expired ?? 0
      refused += record.total(since: .zero)?.resources.first?.refused ?? 0
    }
    // Nothing of this may be missing, or little was shown.
    #expect(followed > 50 && calls > 2000 && retries > 300 && refused > 100 && expired > 10)
    #expect(drained > 20 && unended > 20)
  }
}
