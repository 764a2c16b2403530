package import RetryNumerics
package import VirtualTime

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

  @inline(__always)
  package func callAsFunction(_ value: Value, _ draws: inout Draws) throws(Fault) -> Source {
    try body(value, &draws)
  }
}

/// How the signals of sources that a closure returns become one sequence, by the name of the operator.
package enum Joining: String, Sendable {
  case merged = "flatMap"
  /// A new source replaces the one before it.
  case latest = "flatMapLatest"
  /// A source follows the end of the one before it.
  case consecutive = "concatMap"
}

extension Source {
  private func expanding(_ expand: Expand, _ joining: Joining) -> Source {
    Source(.expand(expand, joining), on: [self])
  }

  /// Returns the values of all sources that the closure returns, interleaved.
  package func flatMap(_ expand: Expand) -> Source { expanding(expand, .merged) }

  package func flatMap(_ expand: @escaping Expand.Body) -> Source { flatMap(Expand(expand)) }

  package func flatMap(_ expand: @escaping @Sendable (Value) throws(Fault) -> Source) -> Source {
    flatMap(Expand(expand))
  }

  /// Returns the values of the latest source that the closure returned; the previous one is cancelled.
  package func flatMapLatest(_ expand: Expand) -> Source { expanding(expand, .latest) }

  package func flatMapLatest(
    _ expand: @escaping @Sendable (Value) throws(Fault) -> Source
  ) -> Source {
    flatMapLatest(Expand(expand))
  }

  /// Returns the values of the sources that the closure returns, one after the other.
  package func concatMap(_ expand: Expand) -> Source { expanding(expand, .consecutive) }

  package func concatMap(_ expand: @escaping @Sendable (Value) throws(Fault) -> Source) -> Source {
    concatMap(Expand(expand))
  }

  /// Returns a source that a closure creates at each subscription, drawing under a name.
  package static func deferred(
    as name: String, _ make: @escaping @Sendable (inout Draws) throws(Fault) -> Source
  ) -> Source {
    Source(.deferred(make), subject: name)
  }
}
