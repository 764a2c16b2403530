package import TextLayout

extension JSONValue {
  /// The value as one line, identical on every machine.
  package var text: String { text(.never) }

  /// Returns the value as one line.
  ///
  /// The result is unusable if it was interrupted, because lists are then cut.
  package func text(_ interruption: InterruptionCheck) -> String {
    var text = ""
    write(to: &text, interruption)
    return text
  }

  private func write(to text: inout String, _ interruption: InterruptionCheck) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .int(let number): text += String(number)
    case .unsigned(let number): text += String(number)
    case .double(let number): text += JSONValue.text(of: number)
    case .string(let string): string.writeJSON(to: &text)
    case .list(let items):
      text += "["
      for (index, item) in interruption.bounding(items.enumerated()) {
        if index > 0 { text += "," }
        item.write(to: &text, interruption)
      }
      text += "]"
    case .raw(let written): text += written
    case .object(let members): JSONValue.write(members, to: &text, interruption)
    }
  }

  private static func write(
    _ members: [Member], to text: inout String, _ interruption: InterruptionCheck
  ) {
    text += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += "," }
      member.key.writeJSON(to: &text)
      text += ":"
      member.value.write(to: &text, interruption)
    }
    text += "}"
  }

  /// Integers have no fraction; infinities and NaN become null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    // From 2^53 on, a double stands for several integers.
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
    return "\(number)"
  }
}
