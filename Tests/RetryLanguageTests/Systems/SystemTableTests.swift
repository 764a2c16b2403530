import FoundationEssentials
import RetryLanguage
import Simulation
import Testing

/// A row of the table of systems in the manual.
struct TableRow: CustomTestStringConvertible, Sendable {
  /// A form of the language that stands in a row.
  struct Form: Sendable {
    let text: String
    let dialect: Dialect
  }

  let system: String
  let forms: [Form]
  /// What the table says of the attempts.
  let attempts: String

  var testDescription: String { system }

  /// Reads a line of the article, if it is such a row.
  init?(_ line: Substring) {
    let cells = line.split(separator: "|").map { $0.drop { $0 == " " } }
    guard cells.count == 5, line.contains("`scenarios/seeds/") else { return nil }
    system = Self.trim(cells[0])
    attempts = Self.trim(cells[3])
    var forms: [Form] = []
    for (place, part) in cells[2].split(separator: "`").enumerated() where place % 2 == 0 {
      if part == "dialect combine", let last = forms.popLast() {
        forms.append(Form(text: last.text, dialect: .combine))
      } else {
        forms.append(Form(text: String(part), dialect: .rxswift))
      }
    }
    self.forms = forms
  }

  private static func trim(_ cell: Substring) -> String {
    String(cell.reversed().drop { $0 == " " }.reversed())
  }
}

extension TableRow {
  /// The rows of the article.
  static let all: [TableRow] = {
    let root = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent()
    }
    let article = root.appending(path: "Sources/retrylab/RetryLab.docc/Systems.md")
    let text = try? String(contentsOf: article, encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { TableRow($0) }
  }()

  /// What the operations of the row always fail with.
  private var fault: String {
    switch system {
    case "filter that logs in": ".auth"
    case "typed errors": ".network(.timeout)"
    default: ".timeout"
    }
  }

  /// Returns a form as a complete text, with definitions for its open names.
  func text(of form: Form) -> String {
    var text = form.text
    if text.hasPrefix(".") { text = "read" + text }
    if text.hasPrefix("Transform") { text += ".andThen(f)" }
    return """
      let f = op(script: [\(fault)])
      let write = op(script: [\(fault)])
      let read = op(returns: 1)
      let chain = read.flatMap { x in write }
      let login = op(latency: 300ms)
      let filter = RetryFilter(attempts: 3)
      let value = 7
      \(text)
      """
  }

  /// The number of attempts in the table, or `nil` if it says that there is no limit.
  var promised: Int? {
    get throws {
      if let number = Int(attempts.prefix { $0.isNumber }) { return number }
      return switch attempts {
      case "no limit": nil
      // The policies of these rows allow three attempts.
      case "the policy's": 3
      // Two filters of three attempts each.
      case "the filters'": 9
      case "none: it repeats once": 2
      case "none: they never retry": 1
      default: throw Fault("unknown")
      }
    }
  }
}

/// The table of systems in the manual, as a person would try it out.
@Suite("The table of systems")
struct SystemTableTests {
  @Test("has sixteen rows, each with a form of the language")
  func complete() {
    #expect(TableRow.all.count == 16)
    #expect(TableRow.all.filter { $0.forms.isEmpty }.isEmpty)
    // Five systems are shown in two forms.
    #expect(TableRow.all.map(\.forms.count).reduce(0, +) == 19)
  }

  @Test(
    "states the number of attempts of each form under constant failure", arguments: TableRow.all)
  func attempts(row: TableRow) throws {
    for form in row.forms {
      let reading = Reading(row.text(of: form), dialect: form.dialect, host: .numbers)
      #expect(reading.diagnostics.isEmpty, "\(form.text)")
      var limits = Limits()
      limits.events = 2000
      let trace = Machine(try #require(reading.source), seed: 42, limits: limits).trace()
      // A person is first asked after the attempts in the table.
      let isAsked = row.attempts.hasSuffix("as the person says")
      let asked = trace.events.firstIndex { if case .asked = $0.kind { true } else { false } }
      #expect((asked != nil) == isAsked)
      let made = trace.events[..<(asked ?? trace.events.endIndex)].count { event in
        guard case .attempt(let attempt) = event.kind else { return false }
        return ["f", "write"].contains(attempt.operation)
      }
      if let promised = try row.promised {
        #expect(made == promised, "\(form.text)")
      } else {
        #expect(trace.result.outcome == .stopped(.events(2000)), "\(form.text)")
        #expect(made > 100)
      }
    }
  }
}
