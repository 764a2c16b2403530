/// The same program says the same twice.
enum Repeating {
  /// Returns what differs between two runs.
  static func difference(_ program: GeneratedProgram) -> String? {
    let (first, second) = (program.heard(isJSON: false), Hearing(program.text))
    return first == second ? nil : divergence("\(first)", "\(second)")
  }
}
