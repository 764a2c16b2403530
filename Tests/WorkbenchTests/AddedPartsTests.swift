import Measurement
import Report
import Simulation
import Testing

@testable import RetryLanguage
@testable import Workbench

extension Command {
  /// Tells how many attempts a strategy makes at the most: a command in one description.
  fileprivate static let most = Command(
    "most", .expression, of: .source(.any), options: [.calls],
    "tells the most attempts of a strategy", example: "most op().retry(3) calls 2",
    words: { _, _ in [Proposals.Word("most-word", "a word")] }
  ) { (workspace: inout Workspace, call) throws(Diagnostic) in
    let attempts = Plan(of: try call.source()).attempts ?? 0
    workspace.emit(.text("\(attempts) attempts, \(try call.count(.calls) ?? 1) calls"))
    return .ready
  }
}

/// Renders measurements as rows of a table in Markdown.
private struct MarkdownRenderer {
  mutating func outputs(of event: Event) -> [Output] {
    guard case .measured(let record, _, _) = event, case .stats(let measured, _) = record.result
    else {
      return []
    }
    return [.result("| \(record.subject) | \(measured.calls) |")]
  }
}

extension Figure {
  /// The share of calls that failed: a figure in one description.
  fileprivate static let failed = Figure(
    .share(\.outcomes.failure), "failed", "the share of calls that failed",
    key: Key("failed", "rate", "the share of failed calls", .withInterval), column: "failed")

  /// The mean number of values: a figure without an interval in JSON.
  fileprivate static let sent = Figure(
    .mean(.values), "sent", "the mean number of values",
    key: Key(nil, "sent", "the values per call"), column: "sent")
}

@Suite("A new command, a new form of output, and a new figure")
struct AddedPartsTests {
  private static let table = CommandTable(CommandTable.standard.known + [.most], run: .run)

  @Test("a command is one description: it is parsed, run, explained, completed and refused")
  func command() {
    var said: [String] = []
    var renderer = TextRenderer()
    var session = Session(commands: Self.table) { event in
      for output in renderer.outputs(of: event) {
        switch output {
        case .result(let text), .message(let text), .mistake(let text): said.append(text)
        }
      }
    }
    session.run("most op().retry(3) calls 7")
    #expect(said.last?.contains("3 attempts, 7 calls") == true)
    session.run("most op() calls 0")
    #expect(said.last?.contains("'calls' must be at least 1, not 0") == true)
    session.run("most op() cals 1")
    #expect(said.last?.contains("did you mean 'calls'?") == true)
    session.run("help most")
    #expect(said.last?.contains("most EXPRESSION [calls VALUE]") == true)
    session.run("apropos most attempts strategy")
    #expect(said.last?.contains("most") == true)
    let completer = Completer(session)
    #expect(completer.proposals(for: SourceText("mos"), at: 3).words.map(\.name) == ["most"])
    #expect(
      completer.proposals(for: SourceText("most op() c"), at: 11).words.map(\.name) == ["calls"])
  }

  @Test("an output of one's own is one function of what a session tells")
  func form() {
    var (said, renderer) = ([Output](), MarkdownRenderer())
    var session = Session(commands: .standard) { said += renderer.outputs(of: $0) }
    session.run("let f = op(fails: 0%)\nf\nstats f.retry(2) calls 5")
    #expect(said == [.result("| f.retry(2) | 5 |")])
  }

  /// 400 calls, of which a part fails.
  private static func calls(_ rate: Double = 0.25) throws -> Measurement {
    let operation = try Operation("fetch", faults: .rates(FaultRates(rate)))
    return Trials(calls: 0..<400, seed: 42).measure(.operation(operation))
  }

  @Test("a figure is one description: programs find it in JSON, in CSV and in the schema")
  func figureForPrograms() throws {
    let figures = [Figure.failed, .sent]
    let measured = try Self.calls()
    let (failures, whole) = (measured.outcomes.failure, measured.calls)
    let rate = try #require(Estimate(share: failures, of: whole))
    let sent = Double(whole - failures) / Double(whole)
    let json = MeasurementJSON(.independent(measured), subject: "f", seed: 7, figures: figures).json
    #expect(
      json.text == """
        {"kind":"stats","subject":"f","seed":7,\
        "failed":{"rate":\(rate.value),"low":\(rate.low),"high":\(rate.high)},"sent":\(sent)}
        """)
    let csv = MeasurementCSV([
      .init(.independent(measured), subject: "f", seed: 7, figures: figures)
    ])
    #expect(csv.header == "subject,seed,failed,failed_low,failed_high,sent")
    #expect(csv.rows == "f,7,\(rate.value),\(rate.low),\(rate.high),\(sent)\r")
    let keys = Schema.keys(of: figures)
    #expect(keys.map(\.path) == ["failed.rate", "failed.low", "failed.high", "sent"])
    #expect(keys.map(\.type) == ["number", "number or null", "number or null", "number"])
    #expect(keys.first?.meaning == "the share of failed calls")
    #expect(keys.last?.meaning == "the values per call")
  }

  @Test("a figure is one description: replays know how far chance moves it")
  func figureInReplays() throws {
    let intervals = MeasuredCalls.independent(try Self.calls()).intervals(of: [.failed, .sent])
    #expect(intervals.keys.sorted() == ["failed.rate", "sent"])
    for (key, inside, outside) in [("failed.rate", 0.25, 0.5), ("sent", 0.75, 0.5)] {
      #expect(intervals[key]?.verdict(on: inside) == .withinChance)
      #expect(intervals[key]?.verdict(on: outside) == .beyondChance)
    }
  }

  @Test("a figure is one description: it is asked for and expected by its name at the prompt")
  func figureAtPrompt() throws {
    let failed = try #require(NamedFigure(.failed))
    let callables = [Catalogue.ofMany(failed), Catalogue.ofRows(failed)]
    #expect(callables.map(\.name) == ["failed", "failed"])
    #expect(callables.map(\.receiver) == [.stats, .table])
    #expect(callables.map(\.result) == [.share, .list(.share)])
    #expect(callables[0].summary == "the share of calls that failed")
    let item = MeasuredResult.stats(try Self.calls(), exact: nil).item(.failed)
    let share = try #require(item?.number)
    #expect(abs(share - 0.25) < 0.1)

    var said: [Output] = []
    let others = CommandTable.standard.known.filter { $0.name != "expect" }
    let expect = Command.expect(of: NamedFigure.all + [failed])
    var renderer = JSONRenderer()
    var session = Session(commands: CommandTable(others + [expect], run: .run)) {
      said += renderer.outputs(of: $0)
    }
    session.run("stats op(fails: 25%) calls 400")
    #expect(session.run("expect failed < 40% && success > 50%") == .ready)
    #expect(session.run("expect failed < 10%") == .failed)
    // More calls could show that it is above.
    #expect(session.run("expect failed < 28%") == .failed)
    let lines = said.dropFirst().map { "\($0)" }
    for (line, word) in zip(lines, ["failed", "false", "uncertain\\\":true"]) {
      #expect(line.contains(word), "\(line)")
      #expect(line.contains("low") && line.contains("high"), "\(line)")
    }
  }

  @Test("whatever has a name in the table of figures is a property of results")
  func names() {
    for figure in NamedFigure.all {
      for type in [Type.stats, .table] {
        #expect(Catalogue.methods(named: figure.name, of: type).count == 1, "\(figure.name)")
      }
    }
    for figure in CallFigure.all {
      #expect(Catalogue.methods(named: figure.name, of: .run).count == 1, "\(figure.name)")
    }
    let names = NamedFigure.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Figure.all.count == Figure.atPrompt.count)
  }

  @Test(
    "a text ends at its clauses, and a name may be one of their words",
    arguments: [
      ("save flaky", "flaky", []), ("save flaky over", "flaky", ["over"]),
      ("save flaky with expectations over", "flaky", ["over", "with expectations"]),
      ("save flaky over with expectations", "flaky", ["over", "with expectations"]),
      ("save over", "over", []), ("save \"a b\" over", "a b", ["over"]),
      ("export trace.svg of _2 over", "trace.svg", ["of _2", "over"]),
      ("export \"of _2\"", "of _2", []), ("export of", "of", []), ("save", nil, []),
      ("load 01-a/b.retry", "01-a/b.retry", []), ("hint \"over\"", "over", []),
    ] as [(String, String?, [String])])
  func clauses(text: String, name: String?, clauses: [String]) throws {
    let source = SourceText(text)
    let reading = Parser.read(source, commands: CommandTable.standard.known.map(\.shape))
    guard case .command(let written)? = reading.statements.first else {
      Issue.record("\(reading)")
      return
    }
    #expect(written.text?.text == name)
    let found = written.clauses.map { clause, last in
      clause.words.joined(separator: " ") + (clause.takesName ? " \(last.text)" : "")
    }
    #expect(found.sorted() == clauses)
    #expect(CommandTable.standard[written].name == text.prefix { $0 != " " })
  }
}
