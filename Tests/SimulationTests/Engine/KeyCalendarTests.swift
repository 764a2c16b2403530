import RetryNumerics
import Testing
import VirtualTime

@testable import Simulation

/// A calendar gives its keys in their order, however their times lie.
@Suite("Calendars of keys")
struct KeyCalendarTests {
  /// How far the times of new keys lie after the last removed one.
  enum Law: CaseIterable {
    case none, equal, steps, uniform, exponential, outliers, wholeRange
  }

  /// Adds and removes keys at random, beside a sorted list of the same keys.
  private struct Play: ~Copyable {
    let law: Law
    var draws: Draws
    var calendar = KeyCalendar()
    /// The keys in falling order.
    var model: [UInt128] = []
    var now: UInt64 = 0
    var sequence: UInt64 = 0

    mutating func time() -> UInt64 {
      let uniform = draws.unit()
      let distance: Double =
        switch law {
        case .none: 0
        case .equal: 1e9
        case .steps: Double(Int(uniform * 4)) * 1e6
        case .uniform: uniform * 1e9
        case .exponential: -1e9 * Elementary.logarithm(1 - uniform)
        case .outliers: uniform < 0.001 ? 1e17 : uniform * 1e6
        case .wholeRange: uniform * 0x1p62
        }
      return min(now + UInt64(distance), UInt64(Int64.max))
    }

    mutating func add() {
      sequence += 1
      let key = UInt128(time()) << 64 | UInt128(sequence)
      calendar.insert(key)
      var (low, high) = (0, model.count)
      while low < high {
        let middle = (low + high) / 2
        if model[middle] > key { low = middle + 1 } else { high = middle }
      }
      model.insert(key, at: low)
    }

    mutating func remove() -> Bool {
      let least = model.popLast()
      _ = calendar.makeReady()
      guard calendar.first == least ?? .max else { return false }
      guard let least else { return calendar.count == 0 }
      calendar.removeFirst()
      now = UInt64(least >> 64)
      return calendar.count == model.count
    }

    mutating func halve() {
      calendar.keep { $0 & 1 == 0 }
      model.removeAll { $0 & 1 != 0 }
    }
  }

  private func remove(_ play: inout Play) {
    let isRight = play.remove()
    #expect(isRight)
  }

  private func agree(_ play: borrowing Play) {
    var keys: [UInt128] = []
    play.calendar.forEach { keys.append($0) }
    #expect(keys.sorted(by: >) == play.model)
  }

  @Test("Keys come in their order", arguments: Law.allCases, [1, 40, 3000])
  func order(_ law: Law, _ count: Int) {
    for seed in 0..<UInt64(4) {
      var play = Play(
        law: law,
        draws: Draws(DrawKey(seed: seed, name: "keys"), call: 0, attempt: 0, purpose: .closure))
      for _ in 0..<count { play.add() }
      for turn in 0..<2 * count {
        // As many come as go, in the mean.
        if play.draws.unit() < 0.5 { play.add() }
        if play.draws.unit() < 0.5 { remove(&play) }
        if turn == count { play.halve() }
        if turn % 997 == 0 { agree(play) }
      }
      while !play.model.isEmpty { remove(&play) }
      remove(&play)
    }
  }

  @Test("The keys that come soon are those of the next bucket, and only of many")
  func expected() {
    for (count, isTold) in [(8192, false), (8193, true)] {
      var calendar = KeyCalendar()
      var told: [UInt128] = []
      for index in 0..<count { calendar.insert(UInt128(index) << 84) }
      if calendar.makeReady() { calendar.forEachSoon { told.append($0) } }
      #expect(calendar.first == 0)
      #expect(told.isEmpty != isTold)
      #expect(told.sorted() == (0..<told.count).map { UInt128($0) << 84 })
      #expect(told.count < 40)
    }
  }
}
