extension JSONValue {
  /// The value on one line, the same on every machine.
  package var text: String { text(.endless) }

  /// Returns the value on one line; lists end early where patience does, so that the line is of no use then.
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
    case .string(let string): JSONValue.write(string, to: &text)
    case .list(let items):
      text += "["
      for (index, item) in patience.lasting(items.enumerated()) {
        if index > 0 { text += "," }
        item.write(to: &text, patience)
      }
      text += "]"
    case .object(let members): JSONValue.write(members, to: &text, patience)
    }
  }

  private static func write(
    _ members: [Member], to text: inout String, _ patience: Patience
  ) {
    text += "{"
    for (index, member) in members.enumerated() {
      if index > 0 { text += "," }
      write(member.key, to: &text)
      text += ":"
      member.value.write(to: &text, patience)
    }
    text += "}"
  }

  /// A whole number is written without a fraction; what is no number has no text in JSON but null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
    return "\(number)"
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    // Most texts can be copied.
    if string.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C }) {
      text += string
      text += "\""
      return
    }
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      default:
        if needsEscape(scalar) {
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    text += "\""
  }

  /// Tells whether a scalar would act on a terminal or end a line for some reader.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      || (0x2028...0x2029).contains(scalar.value)
  }
}
