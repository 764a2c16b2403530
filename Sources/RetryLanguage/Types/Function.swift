import Retry
import RetryNumerics
package import Simulation
import VirtualTime

/// A closure with what it has seen where it was written.
package struct Function: Sendable {
  /// The kinds of error with which a call may fail that says nothing of errors itself.
  package static let faultKinds: Set<String> = [
    "arithmetic", "decoding", "failure", "invalid", "nesting",
  ]

  private let captured: [Item]
  private let code: Code
  /// Whether it draws by itself, so that each call of it may give something else.
  let isDrawing: Bool

  /// Creates a function.
  init(captured: [Item], isDrawing: Bool, code: Code) {
    self.captured = captured
    self.isDrawing = isDrawing
    self.code = code
  }

  /// Runs work of the function; an error is one that a sequence can carry.
  private func run<Wanted>(
    _ work: Work<Wanted>, _ items: [Item], _ draws: inout Draws
  ) throws(Fault) -> Wanted {
    var frame = Frame(locals: captured.isEmpty ? items : captured + items, draws: draws)
    defer { draws = frame.draws ?? draws }
    do throws(Trouble) {
      return try work(&frame)
    } catch {
      throw error.fault
    }
  }

  /// Runs work of a function that does not draw.
  private func run<Wanted>(_ work: Work<Wanted>, _ items: [Item]) throws(Fault) -> Wanted {
    var none = Draws(DrawKey(seed: 0, name: ""), call: 0, attempt: 0, purpose: .closure)
    return try run(work, items, &none)
  }
}

// MARK: - As operators take it

extension Function {
  /// From a value to a value.
  var transform: Transform {
    let work = code.value
    return { (value, draws) throws(Fault) in try run(work, [.value(value)], &draws) }
  }

  /// From a value to a flag.
  var predicate: Predicate {
    let work = code.flag
    return { (value, draws) throws(Fault) in try run(work, [.value(value)], &draws) }
  }

  /// From a value to a source.
  var expand: Expand {
    let work = code.source
    return { (value, draws) throws(Fault) in try run(work, [.value(value)], &draws) }
  }

  /// From the sum so far and a value to the next sum.
  var combine: Combine {
    let work = code.value
    return { (sum, value, draws) throws(Fault) in
      try run(work, [.value(sum), .value(value)], &draws)
    }
  }

  /// From an error to an error.
  var replace: @Sendable (Fault, inout Draws) throws(Fault) -> Fault {
    let work = Kind<Fault>.fault.work(code)
    return { (fault, draws) throws(Fault) in try run(work, [.value(.fault(fault))], &draws) }
  }

  /// From an attempt to the share of such attempts that fail.
  var share: FaultShare {
    let work = code.number
    return { (attempt, draws) throws(Fault) in
      try run(work, [.attempt(attempt)], &draws).double
    }
  }

  /// From the number of a retry, counted from 0, to the delay before it.
  var backoff: Backoff {
    let work = code.span
    // What one call of the closure draws follows from one word, however much it draws.
    let delay: @Sendable (Int, UInt64) -> Duration = { retry, word in
      let key = DrawKey(seed: word, name: "backoff")
      var draws = Draws(key, call: 0, attempt: 0, purpose: .closure)
      let delay = try? run(work, [.value(.int(retry))], &draws)
      return (delay ?? .zero).duration
    }
    return isDrawing ? .drawn(delay) : .custom { delay($0, 0) }
  }

  /// Tells whether a condition holds; where it cannot be worked out, it does not.
  package func holds(_ items: [Item]) -> Bool {
    (try? run(code.flag, items)) == true
  }

  /// Returns the source that the function gives for some values, if it gives one.
  package func source(_ items: [Item]) -> Source? {
    try? run(code.source, items)
  }

  /// Returns the source that the function gives: the same each time, or anew at each subscription where it draws.
  func source(of items: [Item], as name: String) -> Source {
    guard isDrawing else { return source(items) ?? .never }
    let work = code.source
    return .deferred(as: name) { (draws) throws(Fault) in try run(work, items, &draws) }
  }
}
