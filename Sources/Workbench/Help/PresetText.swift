import RetryLanguage

/// What is told about the policies of real libraries.
struct PresetText {
  private let preset: Preset

  /// Tells about a preset.
  init(_ preset: Preset) { self.preset = preset }

  static var list: String {
    """
    policies of real libraries, and what their numbers count:
    \(Article.rows(Preset.all.map { ($0.name, $0.counts) }))
    'help polly' describes one; 'presets fetch number 3' compares them
    """
  }

  var page: String {
    let settings = preset.callable.parameters.compactMap { parameter in
      parameter.label.flatMap { label in
        preset.callable.meaning(of: label).map { (name: "\(label):", text: $0) }
      }
    }
    return [
      """
      preset("\(preset.name)") — a policy of \(preset.library)
        version \(preset.version), read in \(preset.read)
        \(preset.counts)
      \(Article.rows(settings))
        \(preset.callable.example)
      """,
      Self.list("where it surprises", preset.surprises),
      Self.list("what is different here", preset.departures),
      Self.list("read in", preset.sources),
    ].filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private static func list(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : "\(title)\n" + lines.map { "  · \($0)" }.joined(separator: "\n")
  }
}
