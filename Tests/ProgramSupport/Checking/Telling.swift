import Simulation

/// What a program gets is JSON, an object a line.
enum Telling {
  /// Returns a line that is no JSON, or the way in which the two forms end otherwise.
  static func difference(_ program: GeneratedProgram) -> String? {
    let told = program.heard(isJSON: true)
    for line in told.results + told.mistakes {
      for part in line.split(separator: "\n") {
        guard case .object? = StrictJSON.value(of: String(part)) else { return "no JSON: \(part)" }
      }
    }
    let words = program.heard(isJSON: false)
    return told.status == words.status ? nil : "\(told.status) in JSON, \(words.status) in words"
  }
}
