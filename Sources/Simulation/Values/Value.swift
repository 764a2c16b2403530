package import RetryNumerics

/// A value that a source can send.
package enum Value: Hashable, Sendable {
  /// A value without content, which only marks completion.
  case unit
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case duration(Nanoseconds)
  case text(String)
  case fault(Fault)
  /// A tuple, such as a number and the element at that position.
  case tuple([Value])
  case list([Value])
  /// A payload with named fields.
  case object([String: Value])
  /// A signal turned into a value by `materialize`.
  indirect case signal(Signal)
}

extension Value: ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  package init(integerLiteral value: Int64) {
    self = .int(value)
  }

  package init(stringLiteral value: String) {
    self = .text(value)
  }
}

extension Value {
  package static func int(_ number: Int) -> Value { .int(Int64(number)) }

  /// The integer, if it is one and a place in memory could be counted with it.
  package var integer: Int? {
    if case .int(let number) = self { Int(exactly: number) } else { nil }
  }

  package var fault: Fault? {
    if case .fault(let fault) = self { fault } else { nil }
  }

  /// Returns an element of a tuple; any other value is its own element 0.
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
    case .text(let text): Self.quoted(text)
    case .fault(let fault): fault.description
    case .tuple(let parts): "(" + parts.map(\.description).joined(separator: ", ") + ")"
    case .list(let items): "[" + items.map(\.description).joined(separator: ", ") + "]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)): \($0.value)" }
        .joined(separator: ", ") + "}"
    case .signal(let signal): signal.description
    }
  }

  /// Returns a text in quotes, in one line and without characters that a terminal obeys.
  private static func quoted(_ text: String) -> String {
    var inside = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": inside.append(contentsOf: "\\n".unicodeScalars)
      case "\r": inside.append(contentsOf: "\\r".unicodeScalars)
      case "\t": inside.append(contentsOf: "\\t".unicodeScalars)
      case _ where scalar.isObeyed:
        let number = String(scalar.value, radix: 16, uppercase: true)
        inside.append(contentsOf: "\\u{\(number)}".unicodeScalars)
      default: inside.append(scalar)
      }
    }
    return "\"\(String(inside))\""
  }
}

extension Unicode.Scalar {
  /// Whether a terminal may take it for a command, or reorder or break lines at it; joiners and tags of emoji are not.
  fileprivate var isObeyed: Bool {
    if isASCII { return value < 0x20 || value == 0x7F }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: ![0x200C, 0x200D].contains(value) && value < 0xE0000
    default: false
    }
  }
}
