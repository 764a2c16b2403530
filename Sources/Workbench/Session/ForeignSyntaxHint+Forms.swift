import RetryLanguage

// Lines in a form that is nearly one of the language.

extension ForeignSyntaxHint {
  /// What a line in a form of its own would be here.
  var form: Diagnostic? { assignment ?? definition ?? operand ?? list ?? literal }

  /// A setting with a sign of equality.
  private var assignment: Diagnostic? {
    var reader = LineReader(line)
    guard let name = reader.word(), reader.takeSpaced("="), let value = reader.part(),
      reader.isAtEnd,
      Setting(rawValue: String(name)) != nil, !isDefined(name)
    else { return nil }
    return whole("a setting has no '='", "write 'set \(name) \(value)'")
  }

  /// The name of a result before it is there.
  private var definition: Diagnostic? {
    var reader = LineReader(line)
    guard let keyword = reader.word(), ["let", "var"].contains(keyword), reader.takeSpaces(),
      let name = reader.word(), reader.takeSpaced("="), let command = reader.word(),
      reader.takeSpaces(),
      let next = reader.rest.first, !"=+-*/.?(".contains(next), isCommand(command)
    else { return nil }
    return whole(
      "'\(command)' is a command, and has no value", "run it alone, then write 'let \(name) = _'")
  }

  /// An operator behind its operation without a dot.
  private var operand: Diagnostic? {
    var reader = LineReader(line)
    guard let name = reader.word(), reader.takeSpaces(), let method = reader.word(),
      reader.isAtEnd || reader.takeSpaces(), isDefined(name),
      !Catalogue.methods(named: String(method), of: .stream).isEmpty
    else { return nil }
    return whole(
      "an operator follows its operation with a dot",
      "write '\(name).\(method)(\(reader.rest))'")
  }

  /// Operations beside each other, or more of them than a command takes.
  private var list: Diagnostic? {
    var reader = LineReader(line)
    guard let command = reader.word(), reader.takeSpaces() else { return nil }
    let operations = reader.rest
    if command == "compare", let name = reader.word(), reader.takeSpaces(), isDefined(name),
      let second = LineReader(reader.rest).nextWord, isDefined(second)
    {
      return whole(
        "operations need a comma between them", "write 'compare \(name), \(reader.rest)'")
    }
    guard mistake.code == .unexpectedToken, source[mistake.range] == ",", !operations.isEmpty,
      ["run", "stats", "explain", "why", "step", "find", "hunt"].contains(command)
    else { return nil }
    return whole("'\(command)' takes one operation", "'compare \(operations)' takes several")
  }

  /// A status or a range as it is written elsewhere.
  private var literal: Diagnostic? { status ?? statuses ?? range }

  private var status: Diagnostic? {
    LineReader.first(in: line) { reader in
      guard reader.take("["), let status = reader.spacedWord(), status.count == 3,
        status.allSatisfy(\.isWholeNumber), ("1"..."5").contains(status.prefix(1)),
        let end = reader.rest.first, ",:]".contains(end)
      else { return nil }
      return part(
        status, "a status of HTTP is an error by its number", "write '.http(\(status))'")
    }
  }

  private var statuses: Diagnostic? {
    LineReader.first(in: line) { reader in
      let start = reader.rest
      guard reader.take("http("), let form = reader.word(), form.count == 3,
        form.dropFirst().lowercased() == "xx", ("1"..."5").contains(form.prefix(1)),
        reader.take(")")
      else { return nil }
      let digit = form.prefix(1)
      return part(
        start[..<reader.rest.startIndex], "statuses of HTTP are a range",
        "write 'http(\(digit)00...\(digit)99)'")
    }
  }

  private var range: Diagnostic? {
    LineReader.first(in: line) { reader in
      let start = reader.rest
      guard let low = reader.word(), low.allSatisfy(\.isWholeNumber), reader.take("-"),
        let end = reader.word()
      else { return nil }
      let high = end.prefix(while: \.isWholeNumber)
      let unit = end[high.endIndex...]
      guard !high.isEmpty, ["ns", "us", "ms", "s", "m", "h"].contains(unit) else { return nil }
      return part(
        start[..<reader.rest.startIndex], "a range has three dots, and units at both ends",
        "write '\(low)\(unit)...\(high)\(unit)'")
    }
  }

  private func whole(_ message: String, _ fixIt: String) -> Diagnostic {
    diagnostic(message, at: start..<start + line.count, fixIt)
  }

  private func part(_ text: Substring, _ message: String, _ fixIt: String) -> Diagnostic {
    let offset = line.distance(from: line.startIndex, to: text.startIndex)
    return diagnostic(message, at: start + offset..<start + offset + text.count, fixIt)
  }

  private func isDefined(_ name: Substring) -> Bool { definitions[String(name)] != nil }

  private func isCommand(_ name: Substring) -> Bool { commands.contains { $0.name == name } }
}
