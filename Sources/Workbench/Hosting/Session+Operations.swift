import RetryLanguage
package import Simulation

extension Session {
  /// Runs what defines names in the text of a file, also in what it loads, and returns the operations among them.
  ///
  /// Its other statements do nothing. A mistake is an event, and returns `nil`.
  package mutating func operations(
    in text: String, name: String
  ) -> [(name: String, source: Source)]? {
    let source = SourceText(text, name: name)
    let reading = Parser.read(source, commands: commands.map(\.shape))
    // What is left out leaves its room, so that mistakes keep their places.
    var characters = source.characters
    for (statement, range) in zip(reading.statements, reading.ranges) where !statement.defines {
      for place in range where !characters[place].isNewline { characters[place] = " " }
    }
    guard run(String(characters), name: name) == .ready else { return nil }
    let definitions = workspace.environment.definitions
    return definitions.names.compactMap { name in
      guard case .source(let source)? = definitions[name]?.item else { return nil }
      return (name, source)
    }
  }
}

extension Statement {
  /// Whether it gives names a meaning.
  fileprivate var defines: Bool {
    switch self {
    case .binding: true
    case .command(let command): ["load", "import"].contains(command.name.text)
    case .expression, .narration: false
    }
  }
}
