package import Measurement
import RetryNumerics
import Synchronization

/// What a run in a page has asked for, and what it was given.
///
/// No line is read while it runs, so it stops where it asks. It begins again with what it is given: the same text asks
/// for the same from the same state.
package final class RunDemands: Sendable {
  /// What a page gives to a run that waits.
  package enum Given: Sendable {
    /// An answer to a question; `nil` stops the run.
    case answer(String?)
    case portion(Division.Portion)

    var isPortion: Bool { if case .portion = self { true } else { false } }
  }

  /// What a run waits for.
  enum Wait: Sendable {
    case answer
    /// The portion of a measurement of so many calls.
    case portion(calls: UInt64)
  }

  private struct State {
    var divides = false
    var given: [Given] = []
    /// The number of those that were used.
    var used = 0
    var wait: Wait?
    var part: [UInt8]?
  }

  private let state = Mutex(State())
  /// The time from which a measurement is divided.
  private let shortest: Nanoseconds

  /// Creates the demands of runs whose measurements are divided from a time on.
  init(dividingFrom shortest: Nanoseconds) {
    self.shortest = shortest
  }

  /// What the run waits for; none if it did not stop to ask.
  var wait: Wait? { state.withLock { $0.wait } }

  /// The part of a measurement that the run has made for others.
  var part: [UInt8]? { state.withLock { $0.part } }

  /// Whether the run has come to its end, although its text goes on.
  var isOver: Bool { state.withLock { $0.wait != nil || $0.part != nil } }

  func begin(dividing divides: Bool) { state.withLock { $0 = State(divides: divides) } }

  /// Begins the run again with what it waits for.
  func begin(with given: Given) {
    state.withLock { $0 = State(divides: $0.divides, given: $0.given + [given]) }
  }

  /// Returns what was given at this point of the run; otherwise the run waits for it.
  func next(or wait: Wait) -> Given? {
    state.withLock { state in
      guard state.wait == nil, state.part == nil else { return nil }
      guard state.used < state.given.count else {
        state.wait = wait
        return nil
      }
      state.used += 1
      return state.given[state.used - 1]
    }
  }

  /// How measurements of the run are divided with others that run the same text, if its request allows it.
  var division: Division {
    Division(
      ofAtLeast: shortest,
      portion: { extent in
        guard extent.calls > 1, self.state.withLock(\.divides) else { return .all }
        return if case .portion(let portion)? = self.next(or: .portion(calls: extent.calls)) {
          portion
        } else { .none }
      },
      tell: { part in self.state.withLock { $0.part = part } })
  }
}

extension [UInt8] {
  /// The bytes as text, two letters for each.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    let text = flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  init?(hexadecimal text: String) {
    let digits = text.utf8.map { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard digits.count.isMultiple(of: 2), !digits.contains(nil) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { place in
      (digits[place] ?? 0) << 4 | (digits[place + 1] ?? 0)
    }
  }
}
