import Simulation
import Workbench

/// JSON and text agree about a call.
enum Agreeing {
  /// The text of each outcome.
  private static let words: [String: [String]] = [
    "success": ["success in"], "failure": ["failed"], "completed": ["completed"],
    "cancelled": ["cancelled"], "stopped": ["stopped", "hangs", "waits"],
  ]

  /// Returns a difference between the two forms.
  static func difference(_ program: GeneratedProgram) -> String? {
    guard let part = program.parts.last else { return nil }
    let text = program.text + "\nrun \(part.text)"
    let (told, said) = (Hearing(text, isJSON: true), Hearing(text))
    guard told.status == .ready, said.status == .ready, let line = told.results.last,
      case .object(let fields)? = StrictJSON.value(of: line), fields["kind"] == .text("run"),
      case .text(let outcome)? = fields["outcome"], case .int(let attempts)? = fields["attempts"],
      let report = said.results.last
    else { return nil }
    let tail = report.split(whereSeparator: \.isWhitespace).suffix(60).joined(separator: " ")
    guard words[outcome]?.contains(where: tail.contains) == true else {
      return "\(outcome) in JSON, in words: \(tail)"
    }
    let isTold = attempts < 1 || tail.contains("\(attempts) attempt")
    return isTold ? nil : "\(attempts) attempts in JSON, in words: \(tail)"
  }
}
