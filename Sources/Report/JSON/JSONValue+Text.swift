package import TextLayout

extension JSONValue {
  /// The value as one line, identical on every machine.
  package var text: String { text(.endless) }

  /// Returns the value as one line.
  ///
  /// The result is unusable if the patience ended, because lists are then cut.
  package func text(_ patience: Patience) -> String {
    var text = ""
    write(to: &text, patience)
    return text
  }

  private func write(to text: inout String, _ patience: Patience) {
    switch self {
    case .null: text += "null"
    case .bool(let flag): text += flag ? "true" : "false"
    case .int(let number): text += String(number)
    case .unsigned(let number): text += String(number)
    case .double(let number): text += JSONValue.text(of: number)
    case .string(let string): string.writeJSON(to: &text)
    case .list(let items):
      text += "["
      for (index, item) in patience.lasting(items.enumerated()) {
        if index > 0 { text += "," }
        item.write(to: &text, patience)
      }
      text += "]"
    case .raw(let written): text += written
    case .object(let members): JSONValue.write(members, to: &text, patience)
    }
  }

  private static func write(
    _ members: [Member], to text: inout String, _ patience: Patience
  ) {
    text += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += "," }
      member.key.writeJSON(to: &text)
      text += ":"
      member.value.write(to: &text, patience)
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
