/// Formats programs: the same program always gives the same text.
///
/// Parsing the text again gives the same program. Long lines break before the dots of a chain or after commas.
package struct Formatter {
  /// The maximum line width, if there is a place to break a line.
  let width: Int
  /// Words that can only start a command or a binding.
  private let openings: Set<String>

  /// Creates a formatter for a language with these commands.
  package init(commands: [CommandShape] = [], width: Int = 100) {
    self.width = width
    openings = Set(commands.map(\.name) + ["let", "var", "func"])
  }

  /// Returns statements as text.
  package func text(_ statements: [Statement]) -> String {
    statements.map(text).joined(separator: "\n")
  }

  /// Returns a statement as text.
  package func text(_ statement: Statement) -> String {
    switch statement {
    case .binding(_, .closure(let closure)) where closure.declaration != nil:
      return text(closure)
    case .binding(let name, let value):
      let head = "let \(name.text) = "
      return head + text(value, used: head.count)
    case .expression(let expression):
      let line = text(expression)
      // A line that starts with a dot continues the previous one.
      var isMistakable = line.hasPrefix(".")
      if let name = expression.firstName, openings.contains(name) {
        // A dot or a bracket right behind the name of a command makes it that of a value.
        isMistakable = line.dropFirst(name.count).first.map { ".(".contains($0) } != true
      }
      return isMistakable ? "(\(text(expression, used: 2)))" : line
    case .command(let command): return text(command)
    case .narration(let text, _): return text.isEmpty ? "///" : "/// \(text)"
    }
  }

  /// Returns an expression as text, whose first line starts at a column.
  package func text(_ expression: Expression, used: Int = 0) -> String {
    let line = flat(expression)
    return used + line.count > width ? broken(expression) ?? line : line
  }

  private func text(_ command: Statement.Command) -> String {
    let options = command.options.map { "\($0.key.text) \(option($0.value))" }
    if let body = command.subjects.last, !command.words.isEmpty {
      let values = zip(command.words, command.subjects).map { "\($0.text) in \(flat($1))" }
        .joined(separator: ", ")
      var whole = "\(flat(body)) where \(values)"
      if case .closure(let body) = body {
        // A closure without names of its own has those of the loop, at the same places.
        let names =
          body.parameters?.map(\.range) == command.words.map(\.range) ? nil : body.parameters
        let own = Expression.Closure(parameters: names, steps: body.steps, range: body.range)
        whole = "\(values) \(text(own))"
      }
      return ([command.name.text, whole] + options).joined(separator: " ")
    }
    let subjects = command.subjects.map(flat).joined(separator: ", ")
    let words = text(command.words)
    return ([command.name.text, subjects, words] + options).filter { !$0.isEmpty }
      .joined(separator: " ")
  }

  /// Returns the value of an option; several expressions stand without parentheses.
  private func option(_ value: Expression) -> String {
    guard case .tuple(let items, _) = value else { return flat(value) }
    return items.map(flat).joined(separator: ", ")
  }

  /// Returns the words of a command; adjacent words stay together, as in a file name.
  private func text(_ words: [Expression.Name]) -> String {
    var (text, end) = ("", Int?.none)
    for word in words {
      let isAsTyped = word.range.count == word.text.count
      if !text.isEmpty, !isAsTyped || end != word.range.lowerBound { text += " " }
      text += isAsTyped ? word.text : quoted(word.text)
      end = isAsTyped ? word.range.upperBound : nil
    }
    return text
  }

  /// Returns a word of a command, quoted if needed.
  private func quoted(_ text: String) -> String {
    let isWord = text.first?.isLetter == true && text.allSatisfy { $0.isLetter || $0.isNumber }
    let isNumber = Int64(text).map { "\($0)" == text && $0 >= 0 } ?? false
    return isWord || isNumber ? text : Literal.text(text)
  }
}

// MARK: - Breaking lines

extension Formatter {
  /// Returns an expression on several lines, if there is a place to break it.
  private func broken(_ expression: Expression) -> String? {
    let (base, links) = expression.chain
    if links.count > 1 {
      let head = operand(base, above: .postfix)
      return ([head] + links.map { "  .\($0.text)\(arguments($0.arguments))" })
        .joined(separator: "\n")
    }
    guard case .call(let callee, let arguments, _) = expression, arguments.count > 1,
      !arguments.contains(where: \.isTrailing)
    else { return nil }
    let lines = arguments.map { "  " + text($0) }.joined(separator: ",\n")
    return "\(operand(callee, above: .postfix))(\n\(lines))"
  }
}

// MARK: - Expressions on one line

extension Formatter {
  func flat(_ expression: Expression) -> String {
    switch expression {
    case .int(let number, _): "\(number)"
    case .double(let number, _): Literal.number(number)
    case .share(let share, _): Literal.share(share)
    case .duration(let span, _): Literal.duration(span)
    case .rate(let rate, _): Literal.rate(rate)
    case .text(let text, _): Literal.text(text)
    case .bool(let flag, _): "\(flag)"
    case .name(let name, _): name
    case .implicitMember(let name, let arguments, _):
      ".\(name.text)\(arguments.map(self.arguments) ?? "")"
    case .member(let base, let name): member(of: base, name.text)
    case .call(let callee, let arguments, _):
      operand(callee, above: .postfix) + self.arguments(arguments)
    case .list(let items, _): "[\(items.map(flat).joined(separator: ", "))]"
    case .dictionary(let entries, _): "[\(self.entries(entries))]"
    case .tuple(let parts, _): "(\(parts.map(flat).joined(separator: ", ")))"
    case .closure(let closure): text(closure)
    case .keyPath(let path, _): "\\." + path.map(\.text).joined(separator: ".")
    case .prefix(let prefix, _, let value): prefix.rawValue + operand(value, above: .prefix)
    case .infix(let left, let infix, _, let right): text(left, infix, right)
    case .conditional(let condition, let yes, let no):
      "\(operand(condition, above: .or)) ? \(flat(yes)) : \(flat(no))"
    case .broken: ""
    }
  }

  /// Returns an operand, in parentheses if its operator binds less tightly.
  func operand(_ expression: Expression, above level: Binding) -> String {
    expression.binding < level ? "(\(flat(expression)))" : flat(expression)
  }

  private func member(of base: Expression, _ name: String) -> String {
    // A number after a number is a decimal: `1.0`, `$0.0.1`.
    let isNumeric = name.first?.isNumber == true
    let needsMarks = isNumeric && flat(base).last?.isNumber == true && !base.isName
    return (needsMarks ? "(\(flat(base)))" : operand(base, above: .postfix)) + "." + name
  }

  private func text(_ left: Expression, _ infix: Infix, _ right: Expression) -> String {
    let level = infix.binding
    let (least, most): (Binding, Binding) =
      switch infix {
      case .calculate(.power): (.postfix, .prefix)
      case .is: (level, .prefix)
      default: (level, level.next)
      }
    let isTight = level == .range && min(left.binding, right.binding) >= .prefix
    let gap = isTight ? "" : " "
    return operand(left, above: least) + gap + infix.mark + gap + operand(right, above: most)
  }

  /// Returns arguments in parentheses, followed by trailing closures.
  private func arguments(_ arguments: [Expression.Argument]) -> String {
    let trailing = arguments.drop { !$0.isTrailing }
    let inside = arguments.prefix(arguments.count - trailing.count)
    let closures = trailing.map { " " + flat($0.value) }.joined()
    if inside.isEmpty, !closures.isEmpty { return closures }
    return "(\(inside.map(text).joined(separator: ", ")))\(closures)"
  }

  private func text(_ argument: Expression.Argument) -> String {
    if let label = argument.label { return "\(label.text): \(flat(argument.value))" }
    // An entry needs no brackets here, unless its key would be read as a label.
    guard case .dictionary(let entries, _) = argument.value, entries.count == 1,
      !entries[0].key.isName
    else { return flat(argument.value) }
    return self.entries(entries)
  }

  private func entries(_ entries: [(key: Expression, value: Expression)]) -> String {
    entries.isEmpty
      ? ":" : entries.map { "\(flat($0.key)): \(flat($0.value))" }.joined(separator: ", ")
  }
}
