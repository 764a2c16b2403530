package import TextLayout

extension JSONValue {
  /// The value as one line, identical on every machine.
  package var text: String { text(.never) }

  /// Returns the value as one line.
  ///
  /// The result is unusable if it was interrupted, because lists are then cut.
  package func text(_ interruption: InterruptionCheck) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, interruption)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8], _ interruption: InterruptionCheck) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .int(let number): bytes += String(number).utf8
    case .unsigned(let number): bytes += String(number).utf8
    case .double(let number): bytes += JSONValue.text(of: number).utf8
    case .string(let string): string.writeJSON(to: &bytes)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in interruption.bounding(items.enumerated()) {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(to: &bytes, interruption)
      }
      bytes.append(UInt8(ascii: "]"))
    case .raw(let written): bytes += written.utf8
    case .object(let members): JSONValue.write(members, to: &bytes, interruption)
    }
  }

  private static func write(
    _ members: [Member], to bytes: inout [UInt8], _ interruption: InterruptionCheck
  ) {
    bytes.append(UInt8(ascii: "{"))
    for (index, member) in members.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      member.key.writeJSON(to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      member.value.write(to: &bytes, interruption)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Integers have no fraction; infinities and NaN become null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    // From 2^53 on, a double stands for several integers.
    if let whole = Int64(exactly: number), whole.magnitude < 1 << 53 { return String(whole) }
    return "\(number)"
  }
}
