import CEditline
import Glibc

/// Reads entries line by line from a terminal without cursor control.
package struct PlainReader {
  private let hooks: EditorHooks
  private var reader = KeyReader()

  package init(hooks: EditorHooks) {
    self.hooks = hooks
  }

  package mutating func read(_ prompt: Prompt) -> Entry {
    Signals.forgetInterrupts()
    reader.blockSignals()
    defer { reader.unblockSignals() }
    return Signals.catching(KeyReader.signals, Signals.note) { entry(prompt) }
  }

  private mutating func entry(_ prompt: Prompt) -> Entry {
    var text = ""
    Screen.write(prompt.text.utf8)
    while true {
      switch reader.next() {
      case .scalar("\n"):
        guard hooks.continuation(text, text) != nil else { return .text(text) }
        text += "\n"
        Screen.write(prompt.continuation.utf8)
      case .scalar(let scalar): text.unicodeScalars.append(scalar)
      case .end:
        Screen.write("\n".utf8)
        return text.isEmpty ? .end : .text(text)
      case .signal:
        if let signal = Signals.takeEnding() { return .ended(signal: signal) }
        if Signals.takeInterrupt() { return .cleared(text, after: "\n") }
      }
    }
  }
}

extension Entry {
  fileprivate static func cleared(_ text: String, after words: String) -> Entry {
    Screen.write(words.utf8)
    return .cleared(text)
  }
}
