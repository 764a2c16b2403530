/// A question to a program whose two answers must be alike.
package struct SelfCheck: Sendable {
  /// The question that it answers.
  package let name: String
  /// Returns what differs; nothing where all is well.
  package let difference: @Sendable (GeneratedProgram) -> String?

  /// Every check, those first that tell most.
  package static let all: [SelfCheck] = [
    SelfCheck(name: "the same bytes twice", difference: Repeating.difference),
    SelfCheck(name: "well formed JSON", difference: Telling.difference),
    SelfCheck(name: "JSON and text agree", difference: Agreeing.difference),
    SelfCheck(name: "sums of single calls", difference: Summing.difference),
    SelfCheck(name: "engines and threads agree", difference: Measuring.difference),
    SelfCheck(name: "loads on stages", difference: Loading.difference),
    SelfCheck(name: "traced and stepped", difference: Tracing.difference),
    SelfCheck(name: "exported", difference: Exporting.difference),
    SelfCheck(name: "texts that read back") { $0.misread.first },
    SelfCheck(name: "formatted", difference: Formatting.difference),
    SelfCheck(name: "saved and replayed", difference: Saving.difference),
  ]

  /// The number of sessions that all checks opened so far.
  package static var sessions: Int { MemoryFiles.sessions }

  /// Returns the first check that a program fails, and what differs.
  package static func failure(of program: GeneratedProgram) -> String? {
    for check in all {
      if let difference = check.difference(program) { return "\(check.name): \(difference)" }
    }
    return nil
  }
}

/// Returns two texts around the first difference.
func divergence(_ first: String, _ second: String) -> String {
  let shared = zip(first.utf8, second.utf8).prefix { $0 == $1 }.count
  func part(_ text: String) -> String {
    String(decoding: text.utf8.dropFirst(max(shared - 80, 0)).prefix(240), as: UTF8.self)
  }
  return "\n  one: \(part(first))\n  two: \(part(second))"
}
