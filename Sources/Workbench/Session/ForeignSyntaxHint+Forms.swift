import RetryLanguage

// Lines in a form that is nearly one of the language.

extension ForeignSyntaxHint {
  /// What a line in a form of its own would be here.
  var form: Diagnostic? { assignment ?? definition ?? operand ?? list ?? literal }

  /// A setting with a sign of equality.
  private var assignment: Diagnostic? {
    guard let found = line.wholeMatch(of: /(\w+)\s*=\s*(\S+)/),
      Setting(rawValue: String(found.1)) != nil, !isDefined(String(found.1))
    else { return nil }
    return whole("a setting has no '='", "write 'set \(found.1) \(found.2)'")
  }

  /// The name of a result before it is there.
  private var definition: Diagnostic? {
    guard let found = line.wholeMatch(of: /(?:let|var)\s+(\w+)\s*=\s*(\w+)\s+[^\s=+\-*\/.?(].*/),
      isCommand(String(found.2))
    else { return nil }
    return whole(
      "'\(found.2)' is a command, and has no value", "run it alone, then write 'let \(found.1) = _'"
    )
  }

  /// An operator behind its operation without a dot.
  private var operand: Diagnostic? {
    guard let found = line.wholeMatch(of: /(\w+)\s+(\w+)(?:\s+(\S.*))?/),
      isDefined(String(found.1)),
      !Catalogue.methods(named: String(found.2), of: .stream).isEmpty
    else { return nil }
    let rest = found.3.map(String.init) ?? ""
    return whole(
      "an operator follows its operation with a dot", "write '\(found.1).\(found.2)(\(rest))'")
  }

  /// Operations beside each other, or more of them than a command takes.
  private var list: Diagnostic? {
    if let found = line.wholeMatch(of: /compare\s+(\w+)\s+(\w+\S*)(.*)/),
      isDefined(String(found.1)), isDefined(String(found.2.prefix { $0.isLetter || $0.isNumber }))
    {
      return whole(
        "operations need a comma between them", "write 'compare \(found.1), \(found.2)\(found.3)'")
    }
    guard mistake.code == .unexpectedToken, source[mistake.range] == ",",
      let found = line.wholeMatch(of: /(run|stats|explain|why|step|find|hunt)\s+(.+)/)
    else { return nil }
    return whole("'\(found.1)' takes one operation", "'compare \(found.2)' takes several")
  }

  /// A status or a range as it is written elsewhere.
  private var literal: Diagnostic? {
    if let found = line.firstMatch(of: /\[\s*([1-5]\d\d)\s*[,:\]]/) {
      return part(
        found.1, "a status of HTTP is an error by its number", "write '.http(\(found.1))'")
    }
    if let found = line.firstMatch(of: /http\(([1-5])[xX]{2}\)/) {
      let digit = found.1
      return part(
        found.0, "statuses of HTTP are a range", "write 'http(\(digit)00...\(digit)99)'")
    }
    guard let found = line.firstMatch(of: /\b(\d+)-(\d+)(ns|us|ms|s|m|h)\b/) else { return nil }
    return part(
      found.0, "a range has three dots, and units at both ends",
      "write '\(found.1)\(found.3)...\(found.2)\(found.3)'")
  }

  private func whole(_ message: String, _ fixIt: String) -> Diagnostic {
    diagnostic(message, at: start..<start + line.count, fixIt)
  }

  private func part(_ text: Substring, _ message: String, _ fixIt: String) -> Diagnostic {
    let offset = line.distance(from: line.startIndex, to: text.startIndex)
    return diagnostic(message, at: start + offset..<start + offset + text.count, fixIt)
  }

  private func isDefined(_ name: String) -> Bool { definitions[name] != nil }

  private func isCommand(_ name: String) -> Bool { commands.contains { $0.name == name } }
}
