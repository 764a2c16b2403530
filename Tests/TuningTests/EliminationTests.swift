import Testing
import VirtualTime

@testable import Tuning

@Suite("The elimination of Kim and Nelson")
struct EliminationTests {
  /// Draws that all policies share, and that each has for itself.
  private struct Draws {
    let seed: UInt64

    /// A sum of twelve uniform numbers is close to a normal one.
    func normal(_ name: String) -> Double {
      (0..<12).reduce(-6) {
        $0 + Double(DrawKey(seed: seed, name: "\(name) \($1)").bits >> 11) * 0x1p-53
      }
    }
  }

  /// Returns the policy that is left, and the number of batches.
  private static func winner(_ means: [Double], seed: UInt64) -> (Int, Int) {
    let rules = Elimination(count: means.count, indifference: 0.5)
    let draws = Draws(seed: seed)
    var (series, left) = (means.map { _ in [Double]() }, Set(means.indices))
    for batch in 1...2000 where left.count > 1 {
      let common = 3 * draws.normal("all \(batch)")
      for index in left {
        series[index].append(means[index] + common + draws.normal("\(index) \(batch)"))
      }
      let out = left.filter { one in
        left.contains { $0 != one && rules.isOut(series[one], against: series[$0]) }
      }
      left.subtract(out)
      if left.count <= 1 { return (left.first ?? -1, batch) }
    }
    return (left.min() ?? -1, 2000)
  }

  @Test("keeps the best in 95 of 100 races if it is better by the indifference")
  func guarantee() {
    let means = [1.0] + Array(repeating: 1.5, count: 7)
    let races = (1...200).map { Self.winner(means, seed: $0) }
    #expect(races.filter { $0.0 == 0 }.count >= 190)
    // Chance that all share does not count: alone, its variance would take ten times as many batches.
    #expect(races.map(\.1).reduce(0, +) / races.count < 200)
  }

  @Test("ends at once where nothing is left to chance")
  func certain() {
    let rules = Elimination(count: 2, indifference: 0.5)
    let (low, high) = (Array(repeating: 1.0, count: 16), Array(repeating: 1.1, count: 16))
    #expect(rules.isOut(high, against: low) && !rules.isOut(low, against: high))
    #expect(!rules.isOut(low, against: low) && rules.isAsGood(high, as: low))
    let endless = Array(repeating: Double.infinity, count: 16)
    #expect(rules.isOut(endless, against: low) && !rules.isOut(low, against: endless))
    #expect(!rules.isOut(endless, against: endless) && !rules.isAsGood(endless, as: low))
  }
}
