import RetryLanguage

extension Statement {
  /// Whether it gives names a meaning.
  var defines: Bool {
    switch self {
    case .binding: true
    case .command(let command): ["load", "import"].contains(command.name.text)
    case .expression, .narration: false
    }
  }

  /// The offset of its first character.
  var place: Int? {
    switch self {
    case .binding(let name, _): name.range.lowerBound
    case .expression(let value): value.range.lowerBound
    case .command(let command): command.range.lowerBound
    case .narration(_, let range): range.lowerBound
    }
  }

  var expressions: [Expression] {
    switch self {
    case .binding(_, let value), .expression(let value): [value]
    case .command(let command): command.subjects + command.options.map(\.value)
    case .narration: []
    }
  }
}
