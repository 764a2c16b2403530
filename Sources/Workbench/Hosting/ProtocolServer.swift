import Report
package import RetryLanguage
package import RetryNumerics
import TextLayout

/// A session for another program: one request per line, answered by lines of JSON.
///
/// Each response ends with an object of the kind `done`. An error ends its request, but not the session.
package struct ProtocolServer {
  private var session: Session
  private var states = KeptStates()
  /// The run that waits for an answer.
  private var waiting: Run?
  private let connection: Connection
  private let writer: ResponseWriter
  private let files: GivenFiles
  private let demands: RunDemands

  /// A run, with the session before it.
  private struct Run {
    let request: Request
    let text: String
    let form: Request.Form
    let reach: Request.Reach
    let session: Session
  }

  /// The program at the other end.
  package enum Client {
    /// Its lines are read while a request runs, and it shares files with the session.
    case program
    /// It sends a line at a time, also to answer, and is given the files that the session writes.
    case page
  }

  /// Creates a server on a connection, whose runs divide measurements from a time on if they are asked to.
  package init(
    _ connection: Connection, settings: Settings = Settings(), host: ScriptHost = ScriptHost(),
    terminal: TerminalHooks = TerminalHooks(), client: Client = .program,
    dividingFrom shortest: Nanoseconds = Nanoseconds(100_000_000)
  ) {
    var (host, terminal) = (host, terminal)
    let (isInterrupted, demands) = (terminal.isInterrupted, RunDemands(dividingFrom: shortest))
    let isStopping = { @Sendable in connection.isStopping || isInterrupted?() == true }
    terminal.isInterrupted =
      switch client {
      case .program: isStopping
      case .page: { isStopping() || demands.isOver }
      }
    terminal.progress = { connection.send(progress: $0) }
    let writer = ResponseWriter(connection, demands, isInterrupted: terminal.isInterrupted)
    let files = GivenFiles(orElse: host.file)
    let ask: (String, [String]) -> String?
    switch client {
    case .program: ask = { writer.wait(for: $0, $1) }
    case .page:
      ask = { writer.answer(to: $0, $1) }
      terminal.division = demands.division
      files.replaceFolders(of: &terminal) { writer.send($0) }
    }
    terminal.ask = { ask($0, ["retry", "cancel"]).map { $0 == "retry" } }
    terminal.answer = { ask($0, []) }
    host.file = { files.content(of: $0) }
    (self.connection, self.writer, self.files, self.demands) = (connection, writer, files, demands)
    session = Session(
      commands: .standard, settings: settings, host: host, terminal: terminal
    ) { writer.add($0) }
  }

  /// Answers requests until the input ends.
  package mutating func run() {
    while let request = connection.next(), answer(request) {}
  }

  /// Answers the request in a line; returns whether more may follow.
  package mutating func answer(_ line: String) -> Bool {
    connection.request(in: line).map { answer($0) } ?? true
  }
}

// MARK: - Requests

extension ProtocolServer {
  /// Answers a request; returns whether more may follow.
  private mutating func answer(_ request: Request) -> Bool {
    if let waiting, request.body.runs { return goOn(waiting, request) }
    connection.begin(request)
    writer.units = request.units ?? .characters
    switch request.body {
    case .run(let text, let form, let reach):
      guard let session = session(from: reach, for: request) else { return true }
      demands.begin(dividing: reach.divides)
      writer.begin(request, form, width: session.settings.width)
      return perform(
        Run(request: request, text: text, form: form, reach: reach, session: session))
    case .check(let text, let reach):
      guard var session = session(from: reach, for: request) else { return true }
      let status = session.run(text, onlyChecking: true)
      if let spaces = Session.continuation(of: text, after: text) {
        connection.send(JSONForms.continuation.json(of: spaces.count))
      }
      connection.end(connection.isStopping ? "stopped" : status.key)
    case .colours, .sections, .complete, .signature, .help, .frame, .digest: tell(request)
    case .put(let text, let name):
      guard files.take(text, as: name) else {
        connection.refuse("too many files were given", id: request.id)
        return true
      }
      connection.end(Status.ready.key)
    case .answer: connection.refuse("nothing waits for this", id: request.id)
    // Answered as soon as it arrived.
    case .stop: break
    case .quit:
      connection.end(Status.ended.key)
      return false
    }
    return true
  }

  /// Answers a request that asks about a text, a word or a play.
  private mutating func tell(_ request: Request) {
    switch request.body {
    case .colours(let text):
      let pieces = SyntaxColours.pieces(of: text, session.shapes)
      end(with: JSONForms.colours.json(of: pieces))
    case .sections(let text): end(with: JSONForms.sections.json(of: session.sections(of: text)))
    case .complete(let text, let place, let reach):
      guard let session = session(from: reach, for: request) else { return }
      let proposals = Completer(session).proposals(for: SourceText(text), at: place)
      end(with: proposals.json(in: text, request.units))
    case .signature(let text, let place, let reach):
      guard let session = session(from: reach, for: request) else { return }
      let signature = Completer(session).signature(for: SourceText(text), at: place)
      end(with: JSONForms.signature.json(of: (signature.label, signature.forms)))
    case .help(let word) where word.contains { $0.isNewline || $0 == ";" }:
      // Otherwise the text after the word would run as statements.
      connection.refuse("help is about one word", id: request.id)
    case .help(let word): connection.end(session.run("help \(word)").key)
    case .frame(let name, let now, let columns, let rows):
      if let frame = writer.frame(of: name, at: now, columns: columns, rows: rows) {
        end(with: frame)
      } else {
        connection.refuse("there is no play '\(name.sanitized)', or no longer", id: request.id)
      }
    case .digest(let text):
      let outcome = scenario(text).perform(
        judgingAll: true, terminal: session.workspace.terminal.watching)
      // What ends with a mistake has the same results whatever was before it.
      guard [.ready, .failed].contains(outcome.status), !connection.isStopping else {
        return connection.end(connection.isStopping ? "stopped" : outcome.status.key)
      }
      end(with: JSONForms.digest.json(of: outcome.digest))
    case .run, .check, .put, .answer, .stop, .quit: break
    }
  }

  private func scenario(_ text: String) -> Scenario {
    Scenario(
      path: "session.retry", text: text, host: session.workspace.environment.host,
      commands: session.workspace.table)
  }

  private func end(with object: JSONValue) {
    connection.send(object)
    connection.end(Status.ready.key)
  }

  /// Returns the state to start from; an unknown one is refused.
  private mutating func session(from reach: Request.Reach, for request: Request) -> Session? {
    guard let name = reach.from else { return session }
    if let state = states.state(named: name) { return state }
    connection.refuse("there is no state '\(name.sanitized)', or no longer", id: request.id)
    return nil
  }
}

// MARK: - Runs

extension ProtocolServer {
  /// Performs a run; returns whether more requests may follow.
  private mutating func perform(_ run: Run, isStopped: Bool = false) -> Bool {
    var after = run.session
    after.isFollowingFile = run.form == .html && after.statements(in: run.text) > 1
    after.workspace.mostCalls = run.reach.most
    let status = after.run(run.text)
    (after.isFollowingFile, after.workspace.mostCalls) = (false, nil)
    writer.end()
    guard demands.wait == nil else {
      waiting = run
      return true
    }
    guard demands.part == nil else {
      // It has only made a part for others.
      waiting = nil
      connection.end(Status.ready.key)
      return true
    }
    (session, waiting) = (after, nil)
    if let name = run.reach.to { states.keep(after, as: name) }
    connection.end(isStopped || connection.isStopping ? "stopped" : status.key)
    return status != .ended
  }

  /// Goes on with a run that asks, if the request is an answer or a stop.
  private mutating func goOn(_ run: Run, _ request: Request) -> Bool {
    let given: RunDemands.Given
    switch (request.body, demands.wait) {
    case (.answer(let answer), .answer) where !answer.isPortion,
      (.answer(let answer), .portion) where answer.isPortion:
      given = answer
    case (.stop(let key?), _) where key != run.request.key: return true
    case (.stop, .portion):
      waiting = nil
      connection.begin(run.request)
      connection.end("stopped")
      return true
    case (.stop, _): given = .answer(nil)
    default:
      connection.refuse("the session is waiting for an answer", id: request.id)
      return true
    }
    let isStopped = if case .stop = request.body { true } else { false }
    connection.begin(run.request)
    demands.begin(with: given)
    writer.begin(run.request, run.form, width: run.session.settings.width, isAgain: true)
    return perform(run, isStopped: isStopped)
  }
}

extension Session {
  /// The number of statements in a text.
  fileprivate func statements(in text: String) -> Int {
    Parser.read(SourceText(text), commands: shapes).statements.count
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

extension Proposals {
  /// Returns the completions as an object; positions are counted in code points.
  fileprivate func json(in text: String, _ units: TextUnits?) -> JSONValue {
    let places = [range.lowerBound, range.upperBound].map { place in
      (units ?? .codePoints).count(of: text.prefix(place))
    }
    let range = places[0]..<places[1]
    return JSONForms.completion.json(of: (range, words))
  }
}
