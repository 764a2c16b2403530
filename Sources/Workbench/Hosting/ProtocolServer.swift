import Report
package import RetryLanguage
import TextLayout

/// A session for another program: one request per line, answered by lines of JSON.
///
/// Each response ends with an object of the kind `done`. An error ends its request, but not the session.
package struct ProtocolServer {
  private var session: Session
  private let connection: Connection
  private let telling: Telling

  /// The format of the current response.
  private final class Telling {
    var renderer: Renderer?
  }

  /// Creates a server on a connection, which may ask while it answers if further lines are read meanwhile.
  package init(
    _ connection: Connection, settings: Settings = Settings(), host: ScriptHost = ScriptHost(),
    terminal: TerminalHooks = TerminalHooks(), mayAsk: Bool = true
  ) {
    var terminal = terminal
    let isInterrupted = terminal.isInterrupted
    terminal.isInterrupted = { connection.isStopping || isInterrupted?() == true }
    terminal.progress = { connection.send(progress: $0) }
    if mayAsk {
      terminal.ask = { question in
        connection.send(JSONForms.question.json(of: (question, ["retry", "cancel"])))
        return connection.nextAnswer().map { $0 == "retry" }
      }
      terminal.answer = { question in
        connection.send(JSONForms.question.json(of: (question, [])))
        return connection.nextAnswer()
      }
    }
    let telling = Telling()
    (self.connection, self.telling) = (connection, telling)
    session = Session(
      commands: .standard, settings: settings, host: host, terminal: terminal
    ) { event in
      guard var renderer = telling.renderer else {
        return JSONRenderer.all(of: event).forEach { connection.send($0) }
      }
      for output in renderer.outputs(of: event) { connection.send(output.json) }
      telling.renderer = renderer
    }
  }

  /// Answers requests until the input ends.
  package mutating func run() {
    while let request = connection.next(), answer(request) {}
  }

  /// Answers the request in a line; returns whether more may follow.
  package mutating func answer(_ line: String) -> Bool {
    connection.request(in: line).map { answer($0) } ?? true
  }

  /// Answers a request; returns whether more may follow.
  private mutating func answer(_ request: Request) -> Bool {
    connection.begin(request)
    switch request.body {
    case .run(let text, let format):
      telling.renderer =
        format == .json ? nil : format.renderer(Style(width: session.settings.width))
      let status = session.run(text)
      telling.renderer = nil
      connection.end(connection.isStopping ? "stopped" : status.key)
      return status != .ended
    case .check(let text):
      let status = session.run(text, onlyChecking: true)
      connection.end(connection.isStopping ? "stopped" : status.key)
    case .complete(let text, let place):
      connection.send(Completer(session).proposals(for: text, at: place).json(in: text))
      connection.end(Status.ready.key)
    case .signature(let text, let place):
      let signature = Completer(session).signature(for: text, at: place)
      connection.send(JSONForms.signature.json(of: (signature.label, signature.forms)))
      connection.end(Status.ready.key)
    case .help(let word) where word.contains { $0.isNewline || $0 == ";" }:
      // Otherwise the text after the word would run as statements.
      connection.refuse("help is about one word", id: request.id)
    case .help(let word): connection.end(session.run("help \(word)").key)
    case .answer: connection.refuse("there is no question", id: request.id)
    // Answered as soon as it arrived.
    case .stop: break
    case .quit:
      connection.end(Status.ended.key)
      return false
    }
    return true
  }
}

extension Status {
  var key: String {
    switch self {
    case .ready: "ready"
    case .incomplete: "incomplete"
    case .wrong: "wrong"
    case .failed: "failed"
    case .ended: "ended"
    }
  }
}

extension Output {
  /// The output as an object.
  fileprivate var json: JSONValue {
    let (stream, text) =
      switch self {
      case .result(let text): ("result", text)
      case .message(let text): ("message", text)
      case .mistake(let text): ("mistake", text)
      }
    return JSONForms.output.json(of: (stream, text))
  }
}

extension Proposals {
  /// Returns the completions as an object; positions are counted in code points.
  fileprivate func json(in text: String) -> JSONValue {
    func codePoints(_ place: Int) -> Int { String(text.prefix(place)).unicodeScalars.count }
    let range = codePoints(range.lowerBound)..<codePoints(range.upperBound)
    return JSONForms.completion.json(of: (range, words))
  }
}
