import RetryLanguage
import Workbench

/// A person who types and saves, with files that are kept in memory.
final class Writer {
  var files: [String: String] = [:]
  /// The output so far, as text or JSON.
  var said: [String] = []
  private var session: Session?
  /// Why nothing can be written, if it cannot.
  var error: String?
  /// The changes of files after which the program is killed.
  var changesLeft = Int.max

  init(isJSON: Bool = false, host: ScriptHost = .test, asking ask: ((String) -> Bool?)? = nil) {
    var hooks = TerminalHooks()
    hooks.ask = ask
    hooks.save = { [unowned self] path, text, mayReplace in
      if let error { return .failed(error) }
      if files[path] != nil, !mayReplace { return .exists }
      change(path, to: text)
      return .saved
    }
    hooks.remove = { [unowned self] path in
      change(path, to: nil)
      return nil
    }
    hooks.isThere = { [unowned self] in files[$0] != nil }
    session = Session.printing(isJSON ? .json : .text, host: host, terminal: hooks) {
      [unowned self] in
      switch $0 {
      case .result(let text), .message(let text), .mistake(let text): said.append(text)
      }
    }
  }

  private func change(_ path: String, to text: String?) {
    if changesLeft > 0 { files[path] = text }
    changesLeft -= 1
  }

  /// Types a text and returns its output.
  // Not inlined, because Swift 6.3 frees an unused copy before it is made.
  @inline(never)
  @discardableResult
  func type(_ texts: String...) -> [String] {
    let before = said.count
    for text in texts { session?.run(text) }
    return Array(said[before...])
  }
}
