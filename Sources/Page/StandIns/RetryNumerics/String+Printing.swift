// A page has no names of types and cases: what has no text of its own must not be printed, which the compiler would let
// pass.

extension DefaultStringInterpolation {
  @available(*, deprecated, message: "it has no text of its own, which a page needs")
  package mutating func appendInterpolation<Printed>(_ value: Printed) {}

  package mutating func appendInterpolation(_ numbers: [some BinaryInteger]) {
    appendLiteral("[\(numbers.map { $0.description }.joined(separator: ", "))]")
  }
}

extension String {
  @available(*, deprecated, message: "it has no text of its own, which a page needs")
  package init<Described>(describing value: Described) { self = "" }
}
