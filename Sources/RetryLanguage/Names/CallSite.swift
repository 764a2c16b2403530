import VirtualTime

/// The place of a call in a text, and its context.
struct CallSite: Sendable {
  /// The name being defined.
  let name: String?
  let dialect: Dialect
  let host: ScriptHost
  let range: Range<Int>
  /// The range of each argument in parameter order; `nil` if it was omitted.
  let places: [(label: String?, range: Range<Int>?)]

  /// Calls a function and attributes its error to the argument that caused it.
  @inline(__always)
  func blaming<Given>(
    _ call: () throws(InvalidArgument) -> Given
  ) throws(EvaluationError) -> Given {
    do throws(InvalidArgument) { return try call() } catch { throw evaluationError(of: error) }
  }

  private func evaluationError(of argument: InvalidArgument) -> EvaluationError {
    let named = places.first { $0.label == argument.label }
    let given = places.compactMap(\.range)
    let place = named?.range ?? (given.count == 1 ? given[0] : nil)
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
