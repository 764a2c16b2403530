import Conformance
import Report
import RetryLanguage
import Simulation
import TextLayout
import Workbench

/// A tool of an assistant: what it takes, and what it does.
struct AssistantTool: Sendable {
  enum Kind {
    case text, texts, number, files

    var words: String {
      switch self {
      case .text: "a text"
      case .texts: "a list of two texts or more"
      case .number: "a whole number from 1 on"
      case .files: "an object with a text for each name"
      }
    }
  }

  struct Parameter: Sendable {
    let name: String
    let kind: Kind
    let isNeeded: Bool
    let meaning: String

    init(_ name: String, _ meaning: String, _ kind: Kind = .text, isNeeded: Bool = true) {
      (self.name, self.kind, self.isNeeded, self.meaning) = (name, kind, isNeeded, meaning)
    }
  }

  /// What came with a call.
  struct Given {
    private let values: RemoteValue
    let hooks: TerminalHooks
    /// Files by name, which are the only ones that a text can read.
    let host: ScriptHost

    init(_ values: RemoteValue, isStopped: @escaping @Sendable () -> Bool) {
      self.values = values
      var hooks = TerminalHooks()
      hooks.isInterrupted = isStopped
      self.hooks = hooks
      let files = values["files"].fields.compactMapValues(\.text)
      host = ScriptHost(file: { files[$0] }, json: { Value(json: $0) })
    }

    subscript(_ name: String) -> String { values[name].text ?? "" }

    func texts(_ name: String) -> [String] { values[name].list.compactMap(\.text) }
    func number(_ name: String) -> Int? { values[name].integer }

    /// Returns why a parameter cannot be taken, if so.
    func mistake(in parameter: Parameter) -> String? {
      let value = values[parameter.name]
      guard !value.isAbsent else {
        return parameter.isNeeded ? "'\(parameter.name)' is missing" : nil
      }
      let isRight =
        switch parameter.kind {
        case .text: value.text != nil
        case .number: value.integer.map { $0 > 0 } ?? false
        case .texts: value.list.count > 1 && value.list.allSatisfy { $0.text != nil }
        case .files: value.isObject && value.fields.values.allSatisfy { $0.text != nil }
        }
      return isRight ? nil : "'\(parameter.name)' is to be \(parameter.kind.words)"
    }

    /// Runs the text with a line behind it.
    func run(_ line: String = "", onlyChecking: Bool = false) -> BoundedRun {
      BoundedRun(
        of: [self["text"], line].filter { !$0.isEmpty }.joined(separator: "\n"), host: host,
        terminal: hooks, onlyChecking: onlyChecking)
    }
  }

  let name: String
  private let about: String
  private let parameters: [Parameter]
  private let perform: @Sendable (Given) -> (text: String, hasFailed: Bool)

  func answer(to given: Given) -> (text: String, hasFailed: Bool) {
    for parameter in parameters {
      if let mistake = given.mistake(in: parameter) { return (mistake, true) }
    }
    return perform(given)
  }
}

// MARK: - The tools

extension AssistantTool {
  private static let text = Parameter(
    "text", "definitions and commands of the language, one a line")
  private static let files = Parameter(
    "files", "the texts of files that the text reads, by name", .files, isNeeded: false)

  /// A tool that runs a text with a line behind it.
  private init(
    _ name: String, _ about: String, _ more: [Parameter] = [],
    onlyChecking: Bool = false, line: @escaping @Sendable (Given) -> String = { _ in "" }
  ) {
    (self.name, self.about) = (name, about)
    parameters = [Self.text] + more + [Self.files]
    perform = { given in
      let run = given.run(line(given), onlyChecking: onlyChecking)
      return (run.text, run.hasFailed)
    }
  }

  private init(
    _ name: String, _ about: String, only parameters: [Parameter],
    perform: @escaping @Sendable (Given) -> (text: String, hasFailed: Bool)
  ) {
    (self.name, self.about) = (name, about)
    (self.parameters, self.perform) = (parameters, perform)
  }

  static let all: [AssistantTool] = [
    AssistantTool(
      "manual", "Explains the language, or one of its words.",
      only: [Parameter("topic", "a word such as retry, stats or E012", isNeeded: false)]
    ) { given in
      let topic = given["topic"]
      guard !topic.isEmpty else { return (Help().overview, false) }
      guard let page = Help().text(on: topic) else {
        let run = BoundedRun(
          of: "apropos \(topic.filter { $0.isLetter || $0.isNumber })", host: given.host,
          terminal: given.hooks)
        return ("no help for '\(topic)'\n\(run.text)", true)
      }
      return (page, false)
    },
    AssistantTool("check", "Finds the mistakes of a text without running it.", onlyChecking: true),
    AssistantTool("run", "Runs a text from the start, and returns what it prints."),
    AssistantTool(
      "explain", "Explains an operation with its policy: attempts, delays, limits, warnings.",
      [Parameter("subject", "an expression, such as a name of the text")]
    ) { "explain \($0["subject"])" },
    AssistantTool(
      "why", "Explains one call decision by decision.",
      [
        Parameter("subject", "an expression, such as a name of the text"),
        Parameter("call", "the number of the call (default: 1)", .number, isNeeded: false),
      ]
    ) { "why \($0["subject"]) call \($0.number("call") ?? 1)" },
    AssistantTool(
      "compare", "Runs several policies on the same faults, and shows how they differ.",
      [
        Parameter(
          "subjects", "expressions, the first of which the others are compared with", .texts),
        Parameter("calls", "calls of each (default: 1000)", .number, isNeeded: false),
      ]
    ) {
      "compare \($0.texts("subjects").joined(separator: ", ")) calls \($0.number("calls") ?? 1000)"
    },
    AssistantTool(
      "tune", "Finds the parameters with which a policy keeps bounds at the lowest cost.",
      [
        Parameter(
          "search",
          "behind 'tune', such as: f.retry(n) where n in 1...8 subject success >= 99% minimize load calls 100_000"
        )
      ]
    ) { "tune \($0["search"])" },
    AssistantTool(
      "judge",
      "Judges by a log of 'retrylab listen --json' whether a client does what its policy says.",
      only: [
        text, Parameter("log", "the lines of the log"),
        Parameter("policy", "the policy, unless the text has only one", isNeeded: false),
        files,
      ], perform: judge),
  ]

  @Sendable private static func judge(_ given: Given) -> (text: String, hasFailed: Bool) {
    let found = Collected<String>()
    var session = Session(commands: .standard, host: given.host, terminal: given.hooks) {
      if case .diagnosed(let diagnostic, _) = $0 { found.all.append(diagnostic.message) }
    }
    guard let file = session.listenedFile(given["text"], name: "text") else {
      return (found.all.joined(separator: "\n"), true)
    }
    let client: PlannedClient
    if given["policy"].isEmpty {
      guard file.clients.count == 1, let only = file.clients.first else {
        return ("the text has \(file.clients.count.counting("policy", "policies")): name one", true)
      }
      client = only
    } else {
      switch session.client(given["policy"]) {
      case .success(let named): client = named
      case .failure(let none): return (none.reason, true)
      }
    }
    do throws(ObservedLog.Mistake) {
      let log = try ObservedLog(given["log"])
      let called = JudgedClient.each(client, of: log.attempts, isCut: log.isCut)
      guard !called.isEmpty else { return ("inconclusive: the log has no request for it", true) }
      return (called.flatMap { $0.lines(Style(width: 80)) }.joined(separator: "\n"), false)
    } catch {
      return ("line \(error.line) of the log: \(error.reason)", true)
    }
  }
}

// MARK: - Its schema

extension AssistantTool {
  /// The tool as the protocol lists it.
  var description: JSONValue {
    [
      "name": .string(name), "description": .string(about),
      "inputSchema": [
        "type": "object",
        "properties": .object(parameters.map { .init(key: $0.name, value: $0.schema) }),
        "required": .list(parameters.filter(\.isNeeded).map { .string($0.name) }),
      ],
      "annotations": ["readOnlyHint": true, "openWorldHint": false],
    ]
  }
}

extension AssistantTool.Parameter {
  fileprivate var schema: JSONValue {
    let type: JSONValue =
      switch kind {
      case .text: ["type": "string"]
      case .texts: ["type": "array", "items": ["type": "string"], "minItems": 2]
      case .number: ["type": "integer", "minimum": 1]
      case .files: ["type": "object", "additionalProperties": ["type": "string"]]
      }
    return type.adding("description", .string(meaning))
  }
}
