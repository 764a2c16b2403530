/// Turns recursion into a loop for a stage that resubscribes when its source ends.
///
/// A source that ends immediately calls back while it is still being subscribed, and a thousand such sources in a
/// row would overflow the stack. With a gate, the inner call only requests another iteration of the loop.
struct Gate {
  private var isTaken = false
  private var wasCalled = false

  /// Enters the gate; if it is already taken, requests another iteration.
  mutating func enter() -> Bool {
    if isTaken {
      wasCalled = true
      return false
    }
    isTaken = true
    wasCalled = false
    return true
  }

  /// Frees the gate before the last action of the loop.
  mutating func leave() {
    isTaken = false
  }

  /// Returns whether the loop must run again; if not, frees the gate.
  mutating func isCalledAgain(if isWanted: Bool) -> Bool {
    defer { wasCalled = false }
    isTaken = wasCalled && isWanted
    return isTaken
  }
}
