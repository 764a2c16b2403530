import RetryNumerics
package import Simulation
package import VirtualTime

/// Why an expression has no value.
package enum EvaluationError: Error, Sendable {
  /// An argument was invalid, with its range in the source.
  case invalid(InvalidArgument, Range<Int>)
  /// A computation failed while a call was running.
  case fault(Fault)

  /// The error as a running source reports it.
  var fault: Fault {
    switch self {
    case .invalid(let argument, _):
      Fault("invalid", .text(argument.description))
    case .fault(let fault): fault
    }
  }
}

/// The variables and random source of running code.
struct Frame: Sendable {
  /// Parameters and named values, those of outer closures first.
  var locals = Locals()
  /// The random draws of this call of the closure; `nil` outside of closures.
  var draws: Draws?
  /// The nesting depth of calls of user-defined functions, and their number so far.
  var depth = 0
  var calls = 0

  /// Draws a number between 0 and 1.
  mutating func uniform() -> Double {
    guard let uniform = draws?.unit() else {
      preconditionFailure("the checker refuses what draws outside of closures")
    }
    return uniform
  }
}

/// Parameters and named values by position; the first few need no heap memory.
struct Locals: Sendable {
  private var first = RuntimeValue.unit
  private var second = RuntimeValue.unit
  private var third = RuntimeValue.unit
  private var others: [RuntimeValue]?
  private var count = 0

  subscript(_ index: Int) -> RuntimeValue {
    @inline(__always)
    get {
      switch index {
      case 0: first
      case 1: second
      case 2: third
      default: further(index)
      }
    }
  }

  private func further(_ index: Int) -> RuntimeValue {
    guard let others else { preconditionFailure("the checker gives each name a place") }
    return others[index - 3]
  }

  mutating func append(contentsOf items: [RuntimeValue]) {
    // Iterating over an empty array would count a reference that all threads share.
    guard !items.isEmpty else { return }
    if count + items.count > 4, others == nil { others = [] }
    others?.reserveCapacity(count + items.count - 3)
    for item in items { append(item) }
  }

  mutating func append(_ item: RuntimeValue) {
    switch count {
    case 0: first = item
    case 1: second = item
    case 2: third = item
    case 3 where others == nil: others = [item]
    default: others?.append(item)
    }
    count += 1
  }

  /// Returns the first values.
  func prefix(_ length: Int) -> [RuntimeValue] { (0..<length).map { self[$0] } }
}
