package import RetryNumerics
package import VirtualTime

/// A closure from a value to a value, which may draw random numbers and may fail the sequence.
package typealias Transform = @Sendable (Value, inout Draws) throws(Fault) -> Value

/// A closure from a value to a Boolean.
package typealias Predicate = @Sendable (Value, inout Draws) throws(Fault) -> Bool

/// A closure from the current result and a value to the next result.
package typealias Combine = @Sendable (Value, Value, inout Draws) throws(Fault) -> Value

/// A closure from a value to a source, which may say in advance what it draws.
package struct Expand: Sendable {
  package typealias Body = @Sendable (Value, inout Draws) throws(Fault) -> Source

  /// A delay of a fixed part plus a random share of a width.
  package struct Timer: Sendable {
    package let low: Nanoseconds
    package let width: Double

    package init(low: Nanoseconds, width: Double) {
      (self.low, self.width) = (low, width)
    }
  }

  private let body: Body
  /// Returns the result for a value before it is drawn, if it is a timer with one random number.
  let timer: @Sendable (Value) -> Timer?

  package init(timer: @escaping @Sendable (Value) -> Timer? = { _ in nil }, _ body: @escaping Body)
  {
    (self.timer, self.body) = (timer, body)
  }

  /// Creates one from a closure that draws nothing.
  package init(_ body: @escaping @Sendable (Value) throws(Fault) -> Source) {
    self.init { (value, _) throws(Fault) in try body(value) }
  }

  /// Calls the closure.
  @inline(__always)
  package func callAsFunction(_ value: Value, _ draws: inout Draws) throws(Fault) -> Source {
    try body(value, &draws)
  }
}
