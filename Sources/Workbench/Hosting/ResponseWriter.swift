import Pictures
import Report
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout

/// Writes what a run tells as objects in the form of its request, and asks its questions.
///
/// A run that asks while no further lines can be read stops there. It begins again with the answer, and what was
/// written before is not written twice: the same text tells the same from the same state.
final class ResponseWriter {
  private enum Form {
    case objects
    case rendered(Renderer)
    case page(PageRenderer)
    case bundles(TextRenderer, PageRenderer)
  }

  private let connection: Connection
  private let isInterrupted: (@Sendable () -> Bool)?
  private var form = Form.objects
  /// What the places of mistakes count.
  var units = TextUnits.characters
  /// What the run asks for, if it cannot wait.
  private let demands: RunDemands
  /// The objects of this run, and how many of them an earlier run has written.
  private var count = 0
  private var written = 0
  /// What names in a page begin with.
  private var name = ""
  /// What was played last, by name.
  private var played: [(name: String, records: PlayedRecords)] = []
  /// How many of these are kept.
  private static let mostPlayed = 12

  init(_ connection: Connection, _ demands: RunDemands, isInterrupted: (@Sendable () -> Bool)?) {
    (self.connection, self.demands, self.isInterrupted) = (connection, demands, isInterrupted)
  }

  /// Begins a run in the form of its request, or again with what it waits for.
  func begin(_ request: Request, _ form: Request.Form, width: Int, isAgain: Bool = false) {
    if isAgain {
      written = max(written, count)
    } else {
      written = 0
      name = request.id.text.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    count = 0
    self.form =
      switch form {
      case .objects: .objects
      case .text: .rendered(Format.text.renderer(Style(width: width)))
      case .csv: .rendered(Format.csv.renderer(Style(width: width)))
      case .html: .page(PageRenderer(.normal, isInterrupted: isInterrupted))
      case .bundle:
        .bundles(
          TextRenderer(Style(width: width), isInterrupted: isInterrupted),
          PageRenderer(.normal, isInterrupted: isInterrupted))
      }
  }

  /// Ends a run; what follows is told as objects.
  func end() {
    if let part = demands.part {
      connection.send(JSONForms.part.json(of: part.hexadecimal))
    } else if case .portion(let calls)? = demands.wait {
      // What a page had so far is told when the run goes on.
      connection.send(JSONForms.divisible.json(of: calls))
    } else {
      flush()
    }
    form = .objects
  }

  func add(_ event: Event) {
    guard !demands.isOver else { return }
    switch form {
    case .objects: for object in JSONRenderer.all(of: event, units) { send(object) }
    case .rendered(var renderer):
      for output in renderer.outputs(of: event) { send(output.json) }
      form = .rendered(renderer)
    case .page(var renderer):
      renderer.add(event)
      form = .page(renderer)
      if let records = event.playable { offer(records) }
    case .bundles(var text, var page):
      page.add(event)
      let bundle = Bundle(
        outputs: text.outputs(of: event), entries: page.taken(), name: "r\(name)-\(count)",
        objects: JSONRenderer.all(of: event, units))
      form = .bundles(text, page)
      if !bundle.isEmpty { send(JSONForms.bundle.json(of: bundle)) }
    }
  }

  /// Writes an object of a run.
  func send(_ object: JSONValue) {
    guard !demands.isOver else { return }
    count += 1
    if count > written { connection.send(object) }
  }

  /// Writes what a page has so far.
  private func flush() {
    guard case .page(var renderer) = form else { return }
    let entries = renderer.taken()
    form = .page(renderer)
    let fragment = PageFragment(entries, name: "r\(name)-\(count)")
    if !entries.isEmpty { send(Output.result(fragment.text).json) }
  }
}

// MARK: - Questions

extension ResponseWriter {
  /// Asks a question, and goes on in a run of its own with the answer.
  func answer(to question: String, _ accepted: [String] = []) -> String? {
    guard !demands.isOver else { return nil }
    flush()
    // What was asked before is not written again.
    send(JSONForms.question.json(of: (question, accepted)))
    if case .answer(let answer)? = demands.next(or: .answer) { return answer }
    return nil
  }

  /// Asks a question, and waits for the answer.
  func wait(for question: String, _ accepted: [String] = []) -> String? {
    flush()
    send(JSONForms.question.json(of: (question, accepted)))
    return connection.nextAnswer()
  }
}

// MARK: - Plays

extension ResponseWriter {
  /// Tells that something can be played.
  private func offer(_ records: PlayedRecords) {
    flush()
    let name = "p\(name)-\(count)"
    played.removeAll { $0.name == name }
    played.append((name, records))
    if played.count > Self.mostPlayed { played.removeFirst() }
    let animation = records.animation(.page)
    send(JSONForms.playable.json(of: (name, animation.length, animation.moments)))
  }

  /// Returns what is shown at a time of a play; `nil` if there is none of that name.
  func frame(of name: String, at now: Nanoseconds, columns: Int, rows: Int) -> JSONValue? {
    played.last { $0.name == name }.map { played in
      let animation = played.records.animation(Style.page.resized(to: columns))
      let lines = animation.picture(at: now, rows: rows)
      return JSONForms.frame.json(of: (now, lines.map(\.html).joined(separator: "\n")))
    }
  }
}

extension Event {
  /// What can be shown in its course.
  fileprivate var playable: PlayedRecords? {
    switch self {
    case .ran(let record): return .calls([record])
    case .played(let played, _): return played
    case .measured(let record, _, _):
      if case .load = record.result { return .loads([record]) }
      return nil
    default: return nil
    }
  }
}

extension Output {
  /// The output as an object.
  fileprivate var json: JSONValue { JSONForms.output.json(of: streamed) }
}
