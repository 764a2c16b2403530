package import Simulation
package import VirtualTime

/// Why an expression has no value.
package enum Trouble: Error, Sendable {
  /// An argument was impossible, and which part of the text it was.
  case invalid(InvalidArgument, Range<Int>)
  /// A calculation failed while a call was running.
  case fault(Fault)

  /// The error as a running sequence sees it.
  var fault: Fault {
    switch self {
    case .invalid(let argument, _):
      Fault("invalid", .text("\(argument.name) \(argument.value) \(argument.requirement)"))
    case .fault(let fault): fault
    }
  }
}

/// The values that a closure's code can see while it runs.
package struct Frame: Sendable {
  /// Parameters and named values, those of outer closures first.
  var locals: [Item] = []
  /// The chance that belongs to this call of the closure; none outside of closures.
  var draws: Draws?
}

/// An expression made ready to be worked out.
typealias Code = @Sendable (inout Frame) throws(Trouble) -> Item

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
  init(captured: [Item], isDrawing: Bool, code: @escaping Code) {
    self.captured = captured
    self.isDrawing = isDrawing
    self.code = code
  }

  /// Calls the function; an error is one that a sequence can carry.
  func call(_ arguments: [Value], _ draws: inout Draws) throws(Fault) -> Item {
    try call(items: arguments.map(Item.value), &draws)
  }

  /// Tells whether a condition holds; where it cannot be worked out, it does not.
  package func holds(_ items: [Item]) -> Bool {
    (try? call(items: items).plain) == .bool(true)
  }

  /// Returns the source that the function gives for some values, if it gives one.
  package func source(_ items: [Item]) -> Source? {
    try? call(items: items).source
  }

  /// Returns the source that the function gives: the same each time, or anew at each subscription where it draws.
  func source(of items: [Item], as name: String) -> Source {
    guard isDrawing else { return source(items) ?? .never }
    return .deferred(as: name) { (draws) throws(Fault) in
      try call(items: items, &draws).source ?? .never
    }
  }

  /// Calls a function that does not draw.
  func call(items: [Item]) throws(Fault) -> Item {
    var none = Draws(DrawKey(seed: 0, name: ""), call: 0, attempt: 0, purpose: .closure)
    return try call(items: items, &none)
  }

  /// Calls the function with anything.
  func call(items: [Item], _ draws: inout Draws) throws(Fault) -> Item {
    var frame = Frame(locals: captured + items, draws: draws)
    defer { draws = frame.draws ?? draws }
    do throws(Trouble) {
      return try code(&frame)
    } catch {
      throw error.fault
    }
  }
}
