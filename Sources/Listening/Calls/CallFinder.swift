import RetryNumerics

/// Finds the call that a request belongs to, and the number of its attempt.
///
/// It keeps what was used last, so that clients which come and go do not fill the memory.
struct CallFinder {
  /// A call; one that was asked for by its number may run beside the one that has this number anyway.
  struct Call: Hashable, Sendable {
    let number: UInt64
    let sign: CallSign
  }

  /// An attempt of a call.
  struct Place: Hashable, Sendable {
    let call: Call
    /// Counted from one.
    let attempt: Int
    fileprivate let key: String
  }

  private struct Known {
    let call: Call
    var attempts = 0
    var underWay = 0
    var hasSucceeded = false

    /// Whether an equal request cannot be its next attempt.
    var isOver: Bool { underWay > 0 || hasSucceeded }
  }

  private var next: UInt64 = 0
  private var recent: [String: Known] = [:]
  private var older: [String: Known] = [:]
  /// The calls of which as many again are kept.
  private let room: Int

  static let usualRoom = 1 << 13
  /// For one of many sessions, each of which has few clients.
  static let roomOfSession = 1 << 8

  /// Longer keys are kept as digests, since a header may take the memory of a hundred calls.
  private static let longestKey = 64

  init(room: Int = usualRoom) {
    self.room = room
  }

  /// The number of calls so far.
  var count: UInt64 { next }

  /// Returns where a request belongs, which has begun, by its sign.
  mutating func begin(_ sign: CallSign, _ value: String) -> Place {
    let isShort = value.utf8.count <= Self.longestKey
    let key = "\(sign) \(isShort ? value : Digest.of([value]))"
    var known = recent[key] ?? older[key] ?? newCall(sign, value)
    switch sign {
    // Equal requests are calls of their own, unless the one before has failed.
    case .content where known.isOver, .connection where known.isOver: known = newCall(sign, value)
    // Who asks for a number again after a success wants to see the call again.
    case .number where known.underWay == 0 && known.hasSucceeded: known = newCall(sign, value)
    default: break
    }
    known.attempts += 1
    known.underWay += 1
    keep(known, key)
    return Place(call: known.call, attempt: known.attempts, key: key)
  }

  /// Learns how an attempt has ended.
  mutating func end(_ place: Place, isSuccess: Bool) {
    guard var known = recent[place.key] ?? older[place.key], known.call == place.call else {
      return
    }
    known.underWay -= 1
    known.hasSucceeded = known.hasSucceeded || isSuccess
    keep(known, place.key)
  }

  private mutating func newCall(_ sign: CallSign, _ value: String) -> Known {
    if sign == .number, let number = UInt64(value) {
      return Known(call: Call(number: number, sign: sign))
    }
    defer { next += 1 }
    return Known(call: Call(number: next, sign: sign))
  }

  private mutating func keep(_ known: Known, _ key: String) {
    if recent.count >= room, recent[key] == nil { (older, recent) = (recent, [:]) }
    recent[key] = known
  }
}
