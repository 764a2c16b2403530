import Glibc

/// A question with a few answers, which may be abbreviated.
package enum Question {
  /// Asks until a valid answer is given; returns `nil` if the user stops.
  package static func ask(_ question: String, answers: [String]) -> String? {
    let choices = answers.map { "[\($0.prefix(1))]\($0.dropFirst())" }.joined(separator: " or ")
    while !Interruption.isRequested {
      Screen.write("\(question): \(choices)? ".utf8)
      guard let line = readAnswer() else { return nil }
      let word = line.lowercased().filter { !$0.isWhitespace }
      if !word.isEmpty, let answer = answers.first(where: { $0.hasPrefix(word) }) { return answer }
    }
    return nil
  }

  /// Waits for a line, whatever it is, and returns it.
  static func waitForLine() -> String { readAnswer() ?? "" }

  /// Whether something was typed ahead.
  static var isAnswered: Bool {
    let held = HeldSignals([SIGINT])
    defer { held.letGo() }
    return held.wait(.zero) == .input
  }

  /// Reads a line; returns `nil` at the end of the input or after an interrupt.
  private static func readAnswer() -> String? {
    var line: [UInt8] = []
    var byte: UInt8 = 0
    let held = HeldSignals([SIGINT])
    defer { held.letGo() }
    while line.count < 1000, !Interruption.isRequested {
      let arrival = held.wait()
      if arrival == .signal { continue }
      // Byte by byte, so that what is typed after the line stays for the next prompt.
      guard arrival == .input, read(Screen.input, &byte, 1) == 1 else { return nil }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}
