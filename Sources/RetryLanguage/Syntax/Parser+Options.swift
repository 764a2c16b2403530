extension Parser {
  /// Whether the next line goes on with one of some words: it is indented, and begins with no command.
  func isBeforeLine(with words: [String]) -> Bool {
    guard case .newline = current.kind, let key = following.name, words.contains(key) else {
      return false
    }
    let start = following.range.lowerBound
    return start > 0 && source[start - 1..<start] == " " && !commands.contains { $0.name == key }
  }

  mutating func options(
    _ shape: CommandShape
  ) throws(Abandoned) -> [(key: Expression.Name, value: Expression)] {
    var options: [(key: Expression.Name, value: Expression)] = []
    while true {
      if isBeforeLine(with: shape.keys) { advance() }
      guard let word = current.name else { break }
      meet(.option(given: Set(options.map(\.key.text))))
      guard shape.keys.contains(word) else {
        let nearest = Suggestion.nearest(to: word, among: shape.keys)
        let example = shape.example.split(separator: "\n").last.map { "example: \($0)" }
        diagnostics.append(
          Diagnostic(
            .unknownLabel, "'\(shape.name)' has no option '\(word)'", at: current.range,
            fixIt: nearest.map(Diagnostic.FixIt.replacement)
              ?? .advice(example ?? "write '\(shape.name)' alone")))
        throw Abandoned()
      }
      let key = try name("an option")
      guard !options.contains(where: { $0.key.text == key.text }) else {
        diagnostics.append(
          Diagnostic(.extraArgument, "'\(key.text)' is given twice", at: key.range))
        throw Abandoned()
      }
      search?.expect(clause: key.text, of: shape.id)
      options.append((key, try value(of: key.text, shape)))
    }
    return options
  }
  /// Parses the value of an option; of several expressions, it is a tuple of them.
  private mutating func value(
    of key: String, _ shape: CommandShape
  ) throws(Abandoned) -> Expression {
    let start = place
    var items = [try expression()]
    while shape.listKeys.contains(key), takeSeparator() { items.append(try expression()) }
    return items.count == 1 ? items[0] : .tuple(items, range(from: start))
  }
}
