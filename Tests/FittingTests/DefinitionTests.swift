import Fitting
import MeasuredData
import RetryLanguage
import RetryNumerics
import Simulation
import Testing
import TextLayout

@Suite("A fitted operation")
struct DefinitionTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let service: Service
    let contains: [String]
    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "without failures", service: Service(fails: 0, besides: 0),
      contains: ["latency: mix(\n"]),
    Case(
      name: "with independent failures", service: Service(fails: 0.05, besides: 0.05),
      contains: ["fails: [.http(503): 5."]),
    Case(
      name: "with bursts", service: Service(every: 4, length: 0.5),
      contains: ["fails: burst(every: exponential(", "error: .http(503)", "besides: ["]),
    Case(
      name: "with bursts at regular times",
      service: Service(every: 4, length: 0.5, isRegular: true, fails: 1),
      contains: ["fails: burst(every: 3.99", "s, for: 4", "fails: 100%"]),
    Case(
      name: "with an outage", service: Service(fails: 0.02, besides: 0.02, outages: [50...60]),
      contains: ["outages: every(", "error: .http(502)"]),
  ]

  @Test("is a definition of the language", arguments: cases)
  func language(_ example: Case) throws {
    let log = try FailureTests.log(example.service.requests(20_000, seed: 3))
    let operation = try FittedOperation(log)
    let text = operation.definition(named: "api")
    for part in example.contains { #expect(text.contains(part), "\(text)") }
    #expect(Self.problems(text).isEmpty, "\(text)")
    let load = try #require(operation.load(named: "api"))
    #expect(Self.problems(text + load).isEmpty, "\(load)")
  }

  @Test("takes as long as the requests of its log", arguments: Generator.all.map(\.name))
  func measuredAgain(name: String) throws {
    let generator = try #require(Generator.all.first { $0.name == name })
    // Buckets and limits leave nothing to compare with but the law itself.
    let whole = Generator(name: name, law: generator.law)
    let requests = whole.spans(2000, seed: 11).map {
      Request(start: nil, span: $0, ending: .success)
    }
    let text = "elapsed_ns\n" + requests.map { "\($0.span.low.count)\n" }.joined()
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8)))
    let source = try #require(Self.source(operation.definition(named: "api")))
    let count = 2000
    let durations = (0..<UInt64(count)).map { call in
      Machine(source, seed: 5).trace(call: call).result.duration.count
    }
    // The bound of Kolmogorov and Smirnov for two samples at 1 %.
    let bound = 1.63 * Elementary.squareRoot(2 / Double(count))
    let measured = requests.map(\.span.low.count)
    #expect(Self.distance(durations.sorted(), measured.sorted()) < bound)
  }

  /// Returns the greatest distance between the shares of two samples in ascending order.
  private static func distance(_ one: [Int64], _ two: [Int64]) -> Double {
    one.indices.reduce(0) { greatest, index in
      let below = two.prefix { $0 <= one[index] }.count
      let shares = (Double(index + 1) / Double(one.count), Double(below) / Double(two.count))
      return max(greatest, abs(shares.0 - shares.1))
    }
  }

  @Test("is a definition of the language, whatever the law", arguments: Generator.all)
  func laws(of generator: Generator) throws {
    let requests = generator.spans(2000, seed: 1).map {
      Request(start: nil, span: $0, ending: $0.isOpen ? .timeout : .success)
    }
    var text = "low_ns,timeout\n"
    for request in requests {
      text += "\(request.span.isOpen ? request.span.low.count : request.span.high.count),"
      text += "\(request.span.isOpen)\n"
    }
    var choices = ReadingChoices()
    choices.columns = [.duration: "low_ns"]
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8), choices))
    let definition = operation.definition(named: "api")
    #expect(Self.problems(definition).isEmpty, "\(definition)")
  }

  @Test("has a name of the language", arguments: ["api", "/items/1", "9", "", "let", "Über-Ding"])
  func names(name: String) throws {
    let log = try FailureTests.log(Service().requests(100, seed: 1))
    let text = try FittedOperation(log).definition(named: name)
    #expect(Self.problems(text).isEmpty, "\(text)")
  }

  @Test("has the errors of its log, and how long servers ask to wait")
  func errors() throws {
    var text = "start,duration_ms,status,error,retry_after\n"
    for second in 0..<1000 {
      let (status, error, wait) =
        second % 20 == 0
        ? ("429", "", "2") : second % 50 == 1 ? ("", "Quota exceeded!", "") : ("200", "", "")
      text += "\(1_700_000_000 + second).5,\(10 + second % 7),\(status),\(error),\(wait)\n"
    }
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8)))
    let definition = operation.definition(named: "api")
    #expect(definition.contains(".throttled(retryAfter: 2s): 5%"), "\(definition)")
    #expect(definition.contains(".quotaExceeded: 2%"), "\(definition)")
    #expect(Self.problems(definition).isEmpty, "\(definition)")
  }

  @Test("comes with a report of what it is made of")
  func report() throws {
    let log = try FailureTests.log(Service(every: 4, length: 0.5).requests(20_000, seed: 3))
    let report = FitReport(try FittedOperation(log))
    #expect(report.families.count == 6)
    #expect(report.quantiles.map(\.name) == ["p50", "p99", "p99.9"])
    #expect(
      report.summary.hasPrefix("20,000 requests of a table, from 2023-11-14 22:13:20 UTC for"))
    #expect(report.warnings.contains { $0.contains("include retries") })
    let text = report.lines(.page).map(\.plainText)
    #expect(text.contains { $0.hasPrefix("lognormal") })
    #expect(text.contains { $0.contains("bursts, one every") })
    // In a narrow terminal each figure is whole, though fewer of them stand in a row.
    let narrow = report.lines(Style(width: 40)).map(\.plainText).drop { !$0.hasPrefix("family") }
    // Only the names of the picture's rows are cut.
    #expect(narrow.filter { $0.contains("…") && !$0.contains(" mea") } == [], "\(narrow)")
    #expect(narrow.contains { $0.hasPrefix("p99.9") && $0.hasSuffix("]") })
  }

  @Test("warns of failures that are faster or slower than successes", arguments: [2, 400])
  func failureDurations(milliseconds: Int) throws {
    var text = "start,duration_ms,status\n"
    for second in 0..<1000 {
      let fails = second % 20 == 0
      let span = (fails ? milliseconds : 40) * 1000 + second % 7
      text += "\(1_700_000_000 + second).5,\(Double(span) / 1000),\(fails ? 503 : 200)\n"
    }
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8)))
    let warning = try #require(
      FitReport(operation).warnings.first { $0.hasPrefix("failures are ") })
    #expect(warning.contains(milliseconds < 40 ? "times as fast" : "times as slow"))
    #expect(operation.definition(named: "api").contains("// failures are "))
  }

  @Test("is not made if it is stopped, however far it came")
  func stopped() throws {
    let log = try FailureTests.log(Service(every: 4, length: 0.5).requests(2000, seed: 3))
    for steps in [0, 1, 2, 5, 20, 100] {
      var asked = 0
      #expect(throws: FitProblem.stopped) {
        try FittedOperation(log) {
          asked += 1
          return asked > steps
        }
      }
      #expect(asked >= steps && asked < steps + 20)
    }
  }

  @Test("warns of durations that resemble those before them")
  func correlation() throws {
    let spans = Generator.all[1].spans(2000, seed: 9).map(\.low.count)
    var (slow, text) = (0.0, "start,duration_ns\n")
    for (index, span) in spans.enumerated() {
      slow = 0.8 * slow + 0.2 * Double(span)
      text += "\(1_700_000_000 + index).5,\(Int64(slow))\n"
    }
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8)))
    #expect(operation.correlation ?? 0 > 0.5)
    #expect(FitReport(operation).warnings.contains { $0.hasPrefix("durations resemble") })
  }

  @Test("of a histogram has the law of its buckets")
  func histogram() throws {
    var text = "# TYPE t histogram\n"
    let law = LatencyLaw.lognormal(.init(mean: 18, deviation: 0.6))
    for bound in [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1] {
      text += "t_bucket{le=\"\(bound)\"} \(Int(100_000 * law.cumulative(bound * 1e9)))\n"
    }
    text += "t_bucket{le=\"+Inf\"} 100000\n"
    let operation = try FittedOperation(try LogReader.read(Array(text.utf8)))
    #expect(operation.latency.law.family == .lognormal)
    #expect(abs(operation.latency.law.quantile(0.99) / law.quantile(0.99) - 1) < 0.01)
    #expect(Self.problems(operation.definition(named: "api")).isEmpty)
    #expect(operation.load(named: "api") == nil)
  }

  static func problems(_ text: String) -> [String] { read(text).problems }

  /// Returns the source that a text defines last.
  static func source(_ text: String) -> Source? {
    if case .source(let source)? = read(text).last?.item { source } else { nil }
  }

  /// Returns what the parser and the checker say of a text, and what it defines last.
  private static func read(_ text: String) -> (problems: [String], last: Definition?) {
    let source = SourceText(text)
    let result = Parser.read(source)
    var problems = result.diagnostics.map(\.message)
    var definitions: [String: Definition] = [:]
    var last: Definition?
    let host = ScriptHost(file: { _ in "" }, json: { _ in .object([:]) })
    for statement in result.statements {
      var checker = Checker(source, definitions: definitions, dialect: .rxswift, host: host)
      let checked: Result<Definition, Checker.Failure>
      switch statement {
      case .binding(let name, let value):
        checked = checker.evaluate(value, named: name.text)
        if case .success(let definition) = checked {
          definitions[name.text] = definition
          last = definition
        }
      case .expression(let value): checked = checker.evaluate(value)
      default: continue
      }
      if case .failure(let failure) = checked { problems += failure.diagnostics.map(\.message) }
    }
    if result.statements.isEmpty { problems.append("there is no statement") }
    return (problems, last)
  }
}
