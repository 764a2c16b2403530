import Simulation

/// What a program gets to know of calls, without how the program wrote them.
enum Deeds {
  /// Keys whose values are words of the program.
  private static let written: Set<String> = [
    "subject", "condition", "text", "strategy", "script", "written",
  ]

  /// Returns the objects of results that tell of calls.
  static func of(_ lines: [String]) -> [Value] {
    lines.flatMap { $0.split(separator: "\n") }.compactMap { line in
      guard case .object(let fields)? = StrictJSON.value(of: String(line)),
        fields["kind"] != .text("text"), fields["kind"] != .text("error")
      else { return nil }
      return unwritten(.object(fields))
    }
  }

  private static func unwritten(_ value: Value) -> Value {
    switch value {
    case .object(let fields):
      .object(fields.filter { !written.contains($0.key) }.mapValues(unwritten))
    case .list(let items): .list(items.map(unwritten))
    default: value
    }
  }
}
