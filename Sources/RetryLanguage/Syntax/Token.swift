package import RetryNumerics

/// A word of the language and where it stands.
package struct Token: Hashable, Sendable {
  /// What a word can be.
  package enum Kind: Hashable, Sendable {
    case name(String)
    case int(Int)
    case double(Double)
    case share(Double)
    case duration(Nanoseconds)
    /// So many in a second.
    case rate(Double)
    case text(String)
    /// A bracket, an operator or another mark.
    case mark(String)
    /// What the reader of a scenario sees.
    case narration(String)
    /// The end of a line, outside of brackets.
    case newline
    case end
  }

  /// What it is.
  package let kind: Kind
  /// Where it stands.
  package let range: Range<Int>
  /// Whether white space, or nothing, stands before it.
  package let isSpaced: Bool

  /// Whether it is a mark.
  package func isMark(_ mark: String) -> Bool { kind == .mark(mark) }

  /// The name that it is, if it is one.
  package var name: String? {
    if case .name(let name) = kind { name } else { nil }
  }

  /// One for a bracket that opens, minus one for a bracket that closes.
  package var bracket: Int {
    switch kind {
    case .mark("("), .mark("["), .mark("{"): 1
    case .mark(")"), .mark("]"), .mark("}"): -1
    default: 0
    }
  }
}

extension Token.Kind {
  /// The word as a message names it.
  package var text: String {
    switch self {
    case .name(let name): "'\(name)'"
    case .int, .double, .share, .duration, .rate: "a number"
    case .text: "a text"
    case .mark(let mark): "'\(mark)'"
    case .narration: "narration"
    case .newline: "the end of the line"
    case .end: "the end"
    }
  }
}
