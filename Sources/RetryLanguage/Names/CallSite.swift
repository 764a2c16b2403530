import VirtualTime

/// The place of a call in a text, and its context, which all that its arguments make shares.
final class CallSite: Sendable {
  /// The name being defined.
  let name: String?
  let dialect: Dialect
  let host: ScriptHost
  let range: Range<Int>
  private let parameters: [Callable.Parameter]
  /// The range of the argument of each parameter; `nil` if it was omitted.
  private let ranges: [Range<Int>?]

  init(
    name: String?, dialect: Dialect, host: ScriptHost, range: Range<Int>,
    _ parameters: [Callable.Parameter], _ ranges: [Range<Int>?]
  ) {
    (self.name, self.dialect, self.host, self.range) = (name, dialect, host, range)
    (self.parameters, self.ranges) = (parameters, ranges)
  }

  /// Calls a function and attributes its error to the argument that caused it.
  @inline(__always)
  func blaming<Given>(
    _ call: () throws(InvalidArgument) -> Given
  ) throws(EvaluationError) -> Given {
    do throws(InvalidArgument) { return try call() } catch { throw evaluationError(of: error) }
  }

  private func evaluationError(of argument: InvalidArgument) -> EvaluationError {
    let given = zip(parameters, ranges).compactMap { parameter, range in
      range.map { (label: parameter.label, range: $0) }
    }
    let named = given.first { $0.label == argument.label }
    let place = named?.range ?? (given.count == 1 ? given[0].range : nil)
    return .invalid(argument, place ?? range)
  }
}

/// The library whose meaning of `retry(n)` applies.
package enum Dialect: String, CaseIterable, Sendable {
  /// `retry(3)` makes three attempts in total.
  case rxswift
  /// `retry(3)` makes three retries, so four attempts.
  case combine
}
