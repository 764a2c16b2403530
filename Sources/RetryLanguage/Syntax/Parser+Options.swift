extension Parser {
  /// Whether the next line goes on with an option: it is indented, and begins with no command.
  private func isBeforeOption(of shape: CommandShape) -> Bool {
    guard case .newline = current.kind, let key = following.name, shape.keys.contains(key) else {
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
      if isBeforeOption(of: shape) { advance() }
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
      options.append((key, try expression()))
    }
    return options
  }
}
