import Report
import RetryLanguage
import Workbench

/// A mistake in a text, or in a file that it loads.
struct EditorMistake {
  let diagnostic: Diagnostic
  let source: SourceText
  /// Whether it is in the text itself.
  let isHere: Bool

  /// Finds what the program says of a text when it checks it as a file.
  static func all(in text: OpenText, at path: String, _ host: ScriptHost) -> [EditorMistake] {
    let found = Collected<EditorMistake>()
    let name = path.split(separator: "/").last.map(String.init) ?? path
    var session = Session(commands: .standard, host: host) { event in
      guard case .diagnosed(let diagnostic, let source) = event else { return }
      found.all.append(
        EditorMistake(diagnostic: diagnostic, source: source, isHere: source.name == name))
    }
    session.run(
      text.whole, name: name, isFile: true, onlyChecking: true, known: text.source.named(name))
    return found.all
  }

  /// Where it is shown: a mistake in another file at the start.
  private var range: Range<Int> { isHere ? diagnostic.range : 0..<0 }

  private var message: String {
    let fixIt = diagnostic.fixIt.map { "; \($0.phrase)" } ?? ""
    let place = source.place(of: diagnostic.range.lowerBound)
    let file = isHere ? "" : "\(source.name ?? ""):\(place.line):\(place.column): "
    return file + diagnostic.message + fixIt
  }

  func diagnostic(in text: OpenText) -> JSONValue {
    [
      "range": text.range(of: range), "severity": 1, "source": "retrylab",
      "code": .string(diagnostic.code.text), "message": .string(message),
    ]
  }

  /// The edit that mends it, if there is one that touches some places.
  func fix(in text: OpenText, of address: String, touching places: Range<Int>) -> JSONValue? {
    guard isHere, case .replacement(let new)? = diagnostic.fixIt,
      range.lowerBound <= places.upperBound, places.lowerBound <= range.upperBound
    else { return nil }
    return [
      "title": .string("Replace by '\(new)'"), "kind": "quickfix", "isPreferred": true,
      "diagnostics": [diagnostic(in: text)],
      "edit": text.edit(of: address, [(range, new)]),
    ]
  }
}

extension OpenText {
  /// Returns the replacement of places of the text at an address.
  func edit(of address: String, _ changes: [(range: Range<Int>, text: String)]) -> JSONValue {
    let changes = changes.map { change -> JSONValue in
      ["range": range(of: change.range), "newText": .string(change.text)]
    }
    return ["changes": .object([.init(key: address, value: .list(changes))])]
  }
}

extension LanguageServer {
  /// Makes the tables that the first check of a text needs, so that it need not wait for them.
  package static func prepare() {
    let text = """
      let call = op(latency: 20ms...90ms, fails: [.timeout: 5%]).retry(attempts: 3, delay: 100ms)
      let rules = policy(attempts: 3, backoff: exponential(100ms), jitter: full)
      stats call.timeout(2s) calls 100
      """
    _ = EditorMistake.all(in: OpenText(text), at: "", ScriptHost())
  }
}
