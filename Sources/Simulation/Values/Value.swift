package import RetryNumerics

/// A value that a source can send.
package enum Value: Hashable, Sendable {
  /// The value of what has nothing to say but that it is done.
  case unit
  case bool(Bool)
  case int(Int)
  case double(Double)
  case duration(Nanoseconds)
  case text(String)
  case fault(Fault)
  /// Values that belong together, such as a number and the element that it numbers.
  case tuple([Value])
  case list([Value])
  /// A payload with named fields.
  case object([String: Value])
  /// A signal that was made a value by `materialize`.
  indirect case signal(Signal)
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  /// Creates an integer.
  package init(integerLiteral value: Int) {
    self = .int(value)
  }

  /// Creates a string.
  package init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension Value {
  /// The integer, if this is one.
  package var integer: Int? {
    if case .int(let number) = self { number } else { nil }
  }

  /// The error, if this is one.
  package var fault: Fault? {
    if case .fault(let fault) = self { fault } else { nil }
  }

  /// The part of a tuple at a position; a value that is no tuple is its own part 0.
  package func part(_ index: Int) -> Value? {
    guard case .tuple(let parts) = self else { return index == 0 ? self : nil }
    return parts.indices.contains(index) ? parts[index] : nil
  }
}

extension Value: CustomStringConvertible {
  /// The value as source text.
  package var description: String {
    switch self {
    case .unit: "()"
    case .bool(let flag): "\(flag)"
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .duration(let span): span.description
    case .text(let text): "\"\(text)\""
    case .fault(let fault): fault.description
    case .tuple(let parts): "(" + parts.map(\.description).joined(separator: ", ") + ")"
    case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value)" }
        .joined(separator: ", ") + "}"
    case .signal(let signal): signal.description
    }
  }
}
