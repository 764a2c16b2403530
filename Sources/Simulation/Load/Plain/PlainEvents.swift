import RetryNumerics
import VirtualTime

/// What happens next in a plain load, in the order in which the stages would have scheduled it.
struct PlainEvents {
  /// What can happen.
  enum Kind: UInt64 {
    /// A client begins a call.
    case begin
    /// A client tries again.
    case again
    /// An attempt has been served.
    case served
    /// A call comes by chance.
    case arrival
    /// A span ends.
    case tick
  }

  /// Who it happens to takes so many bits of a key, and its number in the order of scheduling stands above them.
  private static let bits: UInt64 = 24

  /// Keys of time, number, who and what.
  private var keys = KeyHeap()
  private var sequence: UInt64 = 0
  /// Those who give up after the same time do so in the order in which they began.
  private var givingUp = Fifo<GivingUp>()
  private let end: Int64

  /// A client that gives up its attempt unless it is answered before.
  private struct GivingUp {
    let key: UInt128
    let client: Int32
    /// The number of the attempt of the client.
    let attempt: UInt32
  }

  /// Creates the events of a load that ends at an instant; what comes later never happens.
  init(until end: Instant) {
    self.end = end.sinceStart.count
  }

  /// Returns the key of something that is scheduled now for a later time.
  @inline(__always)
  private mutating func key(_ time: Int64, _ low: UInt64) -> UInt128 {
    sequence &+= 1
    return UInt128(UInt64(bitPattern: time)) << 64 | UInt128(sequence << (Self.bits + 3) | low)
  }

  /// Schedules something.
  @inline(__always)
  mutating func schedule(_ kind: Kind, _ who: Int, at time: Nanoseconds) {
    let key = key(time.count, UInt64(truncatingIfNeeded: who) << 3 | kind.rawValue)
    guard time.count <= end else { return }
    keys.insert(key)
  }

  /// Lets a client give up later, where it always waits as long.
  @inline(__always)
  mutating func giveUp(_ client: Int, _ attempt: UInt32, at time: Nanoseconds) {
    givingUp.append(
      GivingUp(key: key(time.count, 0), client: Int32(client), attempt: attempt))
  }

  /// What happens next.
  enum Next {
    case event(Kind, Int)
    /// A client gives up.
    case timeout(Int)
  }

  /// Takes what happens next, and when; those who have been answered do not give up.
  @inline(__always)
  mutating func next(_ attempts: Slab<UInt32>) -> (at: Int64, Next)? {
    while let first = givingUp.first {
      if attempts[Int(first.client)] != first.attempt {
        _ = givingUp.popFirst()
        continue
      }
      if keys.first < first.key { break }
      let time = Int64(truncatingIfNeeded: first.key >> 64)
      guard time <= end else { break }
      _ = givingUp.popFirst()
      return (time, .timeout(Int(first.client)))
    }
    guard keys.count > 0 else { return nil }
    let least = keys.first
    keys.removeFirst()
    let low = UInt64(truncatingIfNeeded: least)
    guard let kind = Kind(rawValue: low & 7) else { return nil }
    let who = Int((low >> 3) & (1 << Self.bits - 1))
    return (Int64(truncatingIfNeeded: least >> 64), .event(kind, who))
  }

  /// The number of events that are kept, those included that will not happen.
  var pendingCount: Int { keys.count + givingUp.count }

  /// Forgets those who have been answered, where they have become many.
  mutating func sweep(_ attempts: Slab<UInt32>) {
    guard givingUp.count > 2 * attempts.count + 1024 else { return }
    _ = givingUp.removeAll { attempts[Int($0.client)] != $0.attempt }
  }
}
