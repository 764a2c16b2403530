package import RetryNumerics

/// A token and its range.
package struct Token: Hashable, Sendable {
  /// The kinds of tokens.
  package enum Kind: Hashable, Sendable {
    case name(String)
    case int(Int64)
    case double(Double)
    case share(Double)
    case duration(Nanoseconds)
    case rate(Double)
    case text(String)
    /// A bracket, an operator or other punctuation.
    case mark(String)
    case narration(String)
    /// The end of a line, outside of brackets.
    case newline
    case end
  }

  /// The kind.
  package let kind: Kind
  /// The range.
  package let range: Range<Int>
  /// Whether white space precedes it, or it comes first.
  package let isSpaced: Bool

  /// Returns whether it is a punctuation token.
  package func isMark(_ mark: String) -> Bool { kind == .mark(mark) }

  /// The name, if it is one.
  package var name: String? {
    if case .name(let name) = kind { name } else { nil }
  }

  /// 1 for an opening bracket, -1 for a closing one, otherwise 0.
  package var bracket: Int {
    switch kind {
    case .mark("("), .mark("["), .mark("{"): 1
    case .mark(")"), .mark("]"), .mark("}"): -1
    default: 0
    }
  }
}

extension Token.Kind {
  /// The token as text for a message.
  package var text: String {
    switch self {
    case .name(let name): "'\(name)'"
    case .int, .double, .share, .duration, .rate: "a number"
    case .text: "a string"
    case .mark(let mark): "'\(mark)'"
    case .narration: "a narration comment"
    case .newline: "the end of the line"
    case .end: "the end"
    }
  }
}
