/// What the grammar expects at the end of a text, where a person types.
package struct Cursor: Sendable {
  /// What can be at the cursor.
  package enum Role: Hashable, Sendable {
    case statement
    /// A word behind a command, after others.
    case word(before: [String])
    /// The name of a member of the value in this range.
    case member(of: Range<Int>)
    /// The kind of an error, behind a leading point.
    case kind
    /// An error that another is compared with.
    case error
    /// An argument of a call, with or without its label.
    case argument
    /// The value of an argument, whose label is before it, or a part of such a value.
    case value(ValuePart)
    /// An operand of the subject of a command, or of the value of the option with this key.
    case clause(key: String?)
    case operand
    /// An option of a command that has no value yet.
    case option(given: Set<String>)
    case type
    case nothing
  }

  /// A part of the value of an argument.
  package enum ValuePart: Sendable {
    case whole
    /// An element of a list, or a key of a dictionary.
    case element
    /// What a key of a dictionary stands for.
    case entry
  }

  /// A call that is still open at the cursor.
  package struct Call: Sendable {
    package let name: String
    package let isMethod: Bool
    /// The value before the point of a method.
    package let receiver: Range<Int>?
    /// The labels of the arguments, of which the cursor is in the last.
    package fileprivate(set) var labels = [String?.none]
    /// The text of the first argument, which may choose among the forms.
    package fileprivate(set) var key: String?
  }

  package fileprivate(set) var role = Role.nothing
  /// The innermost call that is still open, lists in between aside.
  package fileprivate(set) var call: Call?
  /// The call of which that call is an argument, if it is one.
  package fileprivate(set) var outer: Call?
  /// The command of the statement, by its index in the table.
  package fileprivate(set) var command: Int?
  /// Where the subject of the command is, if it is before the cursor.
  package fileprivate(set) var subject: Range<Int>?
  /// Where the statement with the cursor starts.
  package fileprivate(set) var statement = 0
}

/// Follows a parser to the cursor, and keeps what surrounds the place that is read.
struct CursorSearch {
  /// The token at the cursor, with which the text ends.
  private let token: Int
  /// What the next operand is, and what those after it are.
  private var expected = Cursor.Role.operand
  private var usual = Cursor.Role.operand
  /// The open calls, with `nil` for other brackets that separate an argument from its call.
  private var open: [Cursor.Call?] = []
  private(set) var cursor = Cursor()
  private var isFound = false

  init(of token: Int) { self.token = token }

  /// Whether the cursor is at a place, and nothing is known of it yet.
  func isMissing(at place: Int) -> Bool { place == token && !isFound }

  func isAhead(of place: Int) -> Bool { place < token && !isFound }

  mutating func begin(statement start: Int) {
    guard !isFound else { return }
    cursor = Cursor(statement: start)
    (expected, usual, open) = (.operand, .operand, [])
  }

  /// Takes the role of the place that is read, if the cursor is there.
  mutating func meet(_ role: Cursor.Role, at place: Int) {
    guard isMissing(at: place) else { return }
    (cursor.role, cursor.call, isFound) = (role, open.last ?? nil, true)
    cursor.outer = open.dropLast().last ?? nil
  }

  /// Takes the role of an operand, which whatever is before it has decided.
  mutating func meetOperand(at place: Int) {
    meet(expected, at: place)
    expected = usual
  }

  mutating func expect(_ role: Cursor.Role) { expected = role }

  /// Goes behind an operator, where no label can come.
  mutating func passOperator() { expected = usual }

  /// Expects the operands of a command, or of one of its options.
  mutating func expect(clause key: String?, of command: Int) {
    guard !isFound else { return }
    (expected, usual) = (.clause(key: key), .clause(key: key))
    cursor.command = command
  }

  mutating func end(subject range: Range<Int>) {
    if !isFound { cursor.subject = range }
  }
}

// MARK: - Brackets

extension CursorSearch {
  /// What is expected outside of brackets.
  typealias Outside = (expected: Cursor.Role, usual: Cursor.Role, depth: Int)

  var outside: Outside { (expected, usual, open.count) }

  /// Goes into brackets, in which operands of any kind are.
  mutating func enter() { (expected, usual) = (.operand, .operand) }

  mutating func leave(to outside: Outside) {
    (expected, usual) = (outside.expected, outside.usual)
    open.removeLast(open.count - outside.depth)
  }

  /// Opens a call of a callee, or other brackets in which arguments of the call outside have no place.
  mutating func open(_ call: Cursor.Call?) { open.append(call) }

  /// Begins an argument of the open call.
  mutating func beginArgument(isFirst: Bool) {
    expected = .argument
    if !isFirst { open[open.count - 1]?.labels.append(nil) }
  }

  mutating func label(_ label: String) {
    expected = .value(.whole)
    guard let last = open[open.count - 1]?.labels.indices.last else { return }
    open[open.count - 1]?.labels[last] = label
  }

  mutating func end(argument value: Expression) {
    guard open.last??.labels == [nil], case .text(let text, _) = value else { return }
    open[open.count - 1]?.key = text
  }
}

extension Cursor.Call {
  /// A call of a function, or of a method of what is in a range; `nil` if the callee has no name.
  init?(of callee: Expression, on receiver: Range<Int>) {
    switch callee {
    case .name(let name, _): self.init(name: name, isMethod: false, receiver: nil)
    case .member(_, let name):
      self.init(name: name.text, isMethod: true, receiver: receiver)
    default: return nil
    }
  }

  /// A call of the kind of an error.
  init(ofKind name: Expression.Name) {
    self.init(name: name.text, isMethod: true, receiver: nil)
  }
}

extension Parser {
  /// Takes the role of the next token, if the cursor is there.
  mutating func meet(_ role: @autoclosure () -> Cursor.Role) {
    let place = place
    if search?.isMissing(at: place) == true { search?.meet(role(), at: place) }
  }

  /// Whether the cursor is behind the next token, so that a mistake there should not end the search.
  var isBeforeCursor: Bool { search?.isAhead(of: place) == true }

  /// The range of what has been read since a token.
  func range(from start: Int) -> Range<Int> {
    let first = tokens[start].range.lowerBound
    return first..<max(first, tokens[max(position - 1, 0)].range.upperBound)
  }

  /// Takes the role of the operand that begins with the next token.
  mutating func meetOperand() {
    let place = place
    search?.meetOperand(at: place)
  }
}
