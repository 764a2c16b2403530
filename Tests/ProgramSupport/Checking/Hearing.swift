import Synchronization
package import Workbench

/// What a session said to a program, and how it stood in the end.
package struct Hearing: Hashable, Sendable {
  package let status: Status
  package let outputs: [Output]

  /// The results, one text each.
  var results: [String] {
    outputs.compactMap { if case .result(let text) = $0 { text } else { nil } }
  }

  /// The mistakes, one text each.
  package var mistakes: [String] {
    outputs.compactMap { if case .mistake(let text) = $0 { text } else { nil } }
  }

  /// Runs a text in its own session.
  package init(_ text: String, isJSON: Bool = false) {
    var heard: [Output] = []
    var session = MemoryFiles().session(isJSON ? .json : .text) {
      heard.append($0)
    }
    status = session.run(text)
    outputs = heard
  }
}

/// What sessions said to the text of a program, in each form once.
final class Heard: Sendable {
  private let forms = Mutex<[Bool: Hearing]>([:])

  /// Returns what a session says to a text, which is always the same text.
  func callAsFunction(_ text: String, isJSON: Bool) -> Hearing {
    if let known = forms.withLock({ $0[isJSON] }) { return known }
    let heard = Hearing(text, isJSON: isJSON)
    forms.withLock { $0[isJSON] = heard }
    return heard
  }
}
