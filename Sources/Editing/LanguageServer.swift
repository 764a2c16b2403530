package import Report
package import RetryLanguage
import Workbench

/// The language in an editor: messages of the Language Server Protocol, each answered by values.
///
/// What it finds in a text is what the prompt and the program say of it.
package struct LanguageServer {
  private enum State {
    case new, ready, shutDown
  }

  private var state = State.new
  /// Whether the editor takes one range for all words of a completion.
  private var sharesRanges = false
  private var texts: [String: OpenText] = [:]
  private var completers: [String: Completer] = [:]
  private let host: (_ path: String) -> ScriptHost
  private let stops: RemoteStops
  private let version: String
  /// Begins the time of a run, and returns whether it is over.
  private let patience: @Sendable () -> @Sendable () -> Bool
  private let later: RunTaker
  /// Whether further messages have arrived.
  private let isBehind: () -> Bool
  /// The texts that were not checked, since newer ones may have arrived.
  private var pending: [String: JSONValue] = [:]
  /// The texts that their completers have not read since they changed.
  private var unread: Set<String> = []
  /// The code to end with, once the editor has left.
  package private(set) var exitCode: Int32?

  /// Creates a server; texts read files through the host of their path.
  package init(
    version: String, stops: RemoteStops,
    patience: @escaping @Sendable () -> @Sendable () -> Bool = { { false } },
    isBehind: @escaping () -> Bool = { false },
    host: @escaping (_ path: String) -> ScriptHost, later: @escaping RunTaker = { $0() }
  ) {
    (self.version, self.stops, self.host) = (version, stops, host)
    (self.patience, self.isBehind, self.later) = (patience, isBehind, later)
  }

  /// Answers a message.
  package mutating func answer(_ message: String) -> [JSONValue] {
    do throws(RemoteCall.Mistake) {
      let call = try RemoteCall(message)
      let isCancelled = stops.contains(call.id)
      if isCancelled { stops.forget(call.id) }
      let answers = isCancelled ? Self.cancelled(call) : answer(call)
      return isBehind() ? answers : answers + checked()
    } catch {
      return [error.answer]
    }
  }

  private mutating func answer(_ call: RemoteCall) -> [JSONValue] {
    switch (call.method, state) {
    case ("initialize", .new):
      state = .ready
      let client = call.parameters["capabilities"]["textDocument"]["completion"]
      sharesRanges = client["completionList"]["itemDefaults"].list.contains {
        $0.text == "editRange"
      }
      return call.answer(capabilities)
    case ("exit", _):
      exitCode = state == .shutDown ? 0 : 1
      return []
    case (_, .new): return call.refusal(-32002, "the first request is \"initialize\"")
    case (_, .shutDown), ("initialize", _):
      return call.refusal(-32600, "this request is not expected now")
    case ("shutdown", .ready):
      state = .shutDown
      return call.answer(.null)
    case (_, .ready): return answerReady(call)
    }
  }

  private mutating func answerReady(_ call: RemoteCall) -> [JSONValue] {
    let document = call.parameters["textDocument"]
    let address = document["uri"].text ?? call.parameters["arguments"].list.first?.text ?? ""
    switch call.method {
    case "textDocument/didOpen":
      take(document["text"].text, address, document["version"].integer)
      return []
    case "textDocument/didChange":
      let text = call.parameters["contentChanges"].list.last?["text"].text
      take(text, address, document["version"].integer)
      return []
    case "textDocument/didClose":
      (texts[address], pending[address], completers[address]) = (nil, nil, nil)
      unread.remove(address)
      return [Self.diagnostics([], address, .null)]
    default: break
    }
    guard let answer = Self.answers[call.method] else {
      return call.refusal(-32601, "there is no method \(JSONValue.string(call.method).text)")
    }
    guard let text = texts[address] else {
      return call.refusal(-32602, "the text is not open")
    }
    let host = host(Self.path(of: address))
    let ask = { @Sendable [stops, patience, sharesRanges] (completer: Completer?) in
      let isOver = patience()
      let request = EditorRequest(
        call, address, text, host, completer, sharesRanges: sharesRanges,
        isStopped: { stops.contains(call.id) || stops.hasEnded || isOver() })
      let result = answer(request)
      let isCancelled = stops.contains(call.id)
      stops.forget(call.id)
      return isCancelled ? Self.cancelled(call) : Self.told(result, to: call)
    }
    // Other requests do not wait for what may take a minute.
    if call.method == "workspace/executeCommand" { return later { ask(nil) } }
    return ask(completers[address])
  }

  private static func cancelled(_ call: RemoteCall) -> [JSONValue] {
    call.refusal(-32800, "the request was cancelled")
  }

  private static func told(_ result: JSONValue, to call: RemoteCall) -> [JSONValue] {
    guard case .string(let told) = result else { return call.answer(result) }
    // Few editors show the result of a command by themselves.
    let shown: JSONValue = ["type": 3, "message": .string(told)]
    return [RemoteCall.notice("window/showMessage", shown)] + call.answer(result)
  }

  private mutating func take(_ text: String?, _ address: String, _ version: Int?) {
    guard let text else { return }
    texts[address] = OpenText(text)
    unread.insert(address)
    pending[address] = version.map { .int(Int64($0)) } ?? .null
  }

  /// Reads what has changed for the completions to come, while nothing else is to be done.
  package mutating func readAhead() {
    while !isBehind(), let address = unread.first, let text = texts[address] {
      let host = host(Self.path(of: address))
      completers[address, default: Completer(.checking(with: host))]
        .prepare(text.source, until: isBehind)
      if !isBehind() { unread.remove(address) }
    }
  }

  /// Checks the texts that have changed.
  private mutating func checked() -> [JSONValue] {
    defer { pending = [:] }
    return pending.sorted { $0.key < $1.key }.compactMap { address, version in
      guard let text = texts[address] else { return nil }
      let path = Self.path(of: address)
      let found = EditorMistake.all(in: text, at: path, host(path))
      return Self.diagnostics(found.map { $0.diagnostic(in: text) }, address, version)
    }
  }

  private static func diagnostics(
    _ found: [JSONValue], _ address: String, _ version: JSONValue
  ) -> JSONValue {
    let told: JSONValue = ["uri": .string(address), "diagnostics": .list(found)]
    return RemoteCall.notice(
      "textDocument/publishDiagnostics", version == .null ? told : told.adding("version", version))
  }

  /// Returns the path in an address such as `file:///home/a%20b.retry`; another address is its own path.
  static func path(of address: String) -> String {
    guard address.hasPrefix("file://") else { return address }
    var (bytes, rest) = ([UInt8](), Array(address.utf8.dropFirst(7))[...])
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(digits, radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

// MARK: - What it can do

/// A question about an open text.
struct EditorRequest {
  let address: String
  let path: String
  let text: OpenText
  let host: ScriptHost
  let parameters: RemoteValue
  let sharesRanges: Bool
  let isStopped: @Sendable () -> Bool

  var source: SourceText { text.source }

  /// A session in which nothing has run.
  let session: Session

  /// What completes the text, and knows what it found in it before.
  let completer: Completer

  init(
    _ call: RemoteCall, _ address: String, _ text: OpenText, _ host: ScriptHost,
    _ completer: Completer?, sharesRanges: Bool, isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.address, path) = (address, LanguageServer.path(of: address))
    (self.text, self.host, parameters) = (text, host, call.parameters)
    (self.sharesRanges, self.isStopped) = (sharesRanges, isStopped)
    session = .checking(with: host)
    self.completer = completer ?? Completer(session)
  }

  /// The place that the question is about.
  var place: Int { text.place(parameters["position"]) }

  var reading: Parser.Result { Parser.read(source, commands: session.shapes) }
}

extension Session {
  /// A session of which nothing is shown.
  fileprivate static func checking(with host: ScriptHost) -> Session {
    Session(commands: .standard, host: host) { _ in }
  }
}

extension LanguageServer {
  private typealias Answer = @Sendable (EditorRequest) -> JSONValue

  private static let answers: [String: Answer] = [
    "textDocument/completion": { $0.completion },
    "textDocument/hover": { $0.hover },
    "textDocument/signatureHelp": { $0.signature },
    "textDocument/codeAction": { $0.fixes },
    "textDocument/definition": { $0.definition },
    "textDocument/references": { $0.references },
    "textDocument/documentHighlight": { $0.highlights },
    "textDocument/prepareRename": { $0.renamed },
    "textDocument/rename": { $0.renaming },
    "textDocument/documentSymbol": { $0.outline },
    "textDocument/foldingRange": { $0.folds },
    "textDocument/semanticTokens/full": { $0.colours },
    "textDocument/formatting": { $0.formatting },
    "textDocument/inlayHint": { $0.attempts },
    "textDocument/codeLens": { $0.lenses },
    "workspace/executeCommand": { $0.performed },
  ]

  private var capabilities: JSONValue {
    [
      "capabilities": [
        "positionEncoding": "utf-16",
        "textDocumentSync": ["openClose": true, "change": 1],
        "completionProvider": ["triggerCharacters": [".", "(", "\""]],
        "hoverProvider": true,
        "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
        "codeActionProvider": ["codeActionKinds": ["quickfix"]],
        "definitionProvider": true, "referencesProvider": .bool(true),
        "documentHighlightProvider": .bool(true),
        "renameProvider": ["prepareProvider": true],
        "documentSymbolProvider": true, "foldingRangeProvider": .bool(true),
        "semanticTokensProvider": [
          "legend": [
            "tokenTypes": .list(SemanticKind.allCases.map { .string($0.rawValue) }),
            "tokenModifiers": [],
          ],
          "full": true,
        ],
        "documentFormattingProvider": true, "inlayHintProvider": .bool(true),
        "codeLensProvider": [:],
        "executeCommandProvider": [
          "commands": .list(EditorCommand.allCases.map { .string($0.rawValue) })
        ],
      ],
      "serverInfo": ["name": "retrylab", "version": .string(version)],
    ]
  }
}
