import Report
package import RetryLanguage
import TextLayout

/// A session for another program: one request per line, answered by lines of JSON.
///
/// Each response ends with an object of the kind `done`. An error ends its request, but not the session.
package struct Server {
  private var session: Session
  private let wire: Wire
  private let telling: Telling

  /// The format of the current response.
  private final class Telling {
    var renderer: (any Renderer)?
  }

  /// Creates a server on a wire.
  package init(
    _ wire: Wire, settings: Settings = Settings(), host: ScriptHost = ScriptHost(),
    terminal: TerminalHooks = TerminalHooks()
  ) {
    var terminal = terminal
    let isInterrupted = terminal.isInterrupted
    terminal.isInterrupted = { wire.isStopping || isInterrupted?() == true }
    terminal.progress = { wire.tell(progress: $0) }
    terminal.ask = { question in
      wire.tell(JSONForms.question.json(of: (question, ["retry", "cancel"])))
      return wire.nextAnswer().map { $0 == "retry" }
    }
    terminal.answer = { question in
      wire.tell(JSONForms.question.json(of: (question, [])))
      return wire.nextAnswer()
    }
    let telling = Telling()
    (self.wire, self.telling) = (wire, telling)
    session = Session(
      commands: .standard, settings: settings, host: host, terminal: terminal
    ) { event in
      guard var renderer = telling.renderer else {
        return JSONRenderer.all(of: event).forEach(wire.tell)
      }
      for output in renderer.outputs(of: event) { wire.tell(output.json) }
      telling.renderer = renderer
    }
  }

  /// Answers requests until the input ends.
  package mutating func run() {
    while let request = wire.next(), answer(request) {}
  }

  /// Answers a request; returns whether more may follow.
  private mutating func answer(_ request: Request) -> Bool {
    wire.begin(request)
    switch request.wish {
    case .run(let text, let format):
      telling.renderer =
        format == .json ? nil : format.renderer(Style(width: session.settings.width))
      let status = session.run(text)
      telling.renderer = nil
      wire.end(wire.isStopping ? "stopped" : status.key)
      return status != .ended
    case .check(let text):
      let status = session.run(text, onlyChecking: true)
      wire.end(wire.isStopping ? "stopped" : status.key)
    case .complete(let text, let place):
      wire.tell(Completer(session).proposals(for: text, at: place).json(in: text))
      wire.end(Status.ready.key)
    case .signature(let text, let place):
      let signature = Completer(session).signature(for: text, at: place)
      wire.tell(JSONForms.signature.json(of: (signature.label, signature.forms)))
      wire.end(Status.ready.key)
    case .help(let word) where word.contains { $0.isNewline || $0 == ";" }:
      // Otherwise the text after the word would run as statements.
      wire.refuse("help tells of a word", id: request.id)
    case .help(let word): wire.end(session.run("help \(word)").key)
    case .answer: wire.refuse("there is no question", id: request.id)
    // Answered as soon as it arrived.
    case .stop: break
    case .quit:
      wire.end(Status.ended.key)
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
