import RetryNumerics
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

/// What code can see while it runs.
struct Frame: Sendable {
  /// Parameters and named values, those of outer closures first.
  var locals: [Item] = []
  /// The chance that belongs to this call of the closure; none outside of closures.
  var draws: Draws?

  /// Draws a number between 0 and 1.
  mutating func luck() -> Double { draws?.unit() ?? 0 }
}
