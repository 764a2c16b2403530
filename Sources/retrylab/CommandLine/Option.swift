import MeasuredData
import Workbench

/// An option of the command line.
///
/// The parser, the usage, the manual and the completions follow from its description.
enum Option: CaseIterable {
  case text, seed, seeds, threads, json, csv, check, update, diff, tolerance, junit, html, students
  case target, pages, lessons, record, exercises, grades, details
  case shard, shards, list, out, after, partial, engine, port, policy, late, limit, speed, session,
    destination,
    name, path, unit
  case noInit, quiet, color, serve, editor, assistant, manual, grammar, completions
  case version, help

  struct Description {
    /// The ways to write it, the usual one first.
    let spellings: [String]
    let value: Value?
    let tasks: Set<Arguments.Task>
    /// What it does, as the end of a sentence.
    let help: String

    init(
      _ spellings: String..., value: Value? = nil, with tasks: Set<Arguments.Task>, _ help: String
    ) {
      (self.spellings, self.value, self.tasks, self.help) = (spellings, value, tasks, help)
    }
  }

  struct Value {
    /// The word for it in the usage.
    let name: String
    let kind: Kind
    /// Whether it may be left out; if not, it can only follow a sign `=`.
    var isOptional = false

    init(_ name: String, _ kind: Kind, isOptional: Bool = false) {
      (self.name, self.kind, self.isOptional) = (name, kind, isOptional)
    }
  }

  /// What can be given as a value, or behind the options.
  enum Kind: Equatable {
    /// Something to type, such as a number.
    case typed
    case file
    case folder
    /// A scenario in a file, one that is part of the program, or a folder of them.
    case scenario
    case words([String])
  }
}

extension Option {
  var description: Description {
    switch self {
    case .text:
      Description("-e", value: Value("TEXT", .typed), with: [.texts], Arguments.Task.texts.help)
    case .seed:
      Description(
        "--seed", value: Value("N", .typed),
        with: Arguments.Task.running.union([.serve, .pack, .work, .fit]).union(
          Arguments.Task.serving),
        "the random seed (default \(Settings().seed))")
    case .seeds:
      Description(
        "--seeds", value: Value("N", .typed), with: [.test, .goals],
        "also check the expectations under other seeds, N in all: one in twenty may miss")
    case .threads:
      Description(
        "--threads", value: Value("N", .typed), with: .all,
        "threads for measurements (default: one per core)")
    case .json:
      Description(
        "--json",
        with: Arguments.Task.running.union(Arguments.Task.checking)
          .union(Arguments.Task.sharding).union([.grade, .goals, .fit]).union(
            Arguments.Task.serving),
        "one JSON object per line on standard output")
    case .csv:
      Description(
        "--csv", value: Value("FOLDER", .folder, isOptional: true),
        with: Arguments.Task.running.union([.merge]),
        "only measurements, as one CSV table on standard output, or in a file each")
    case .check: Description("--check", with: Arguments.Task.running, "check only, run nothing")
    case .update: Description("--update", with: [.replay, .goals], "replace the recordings")
    case .diff:
      Description(
        "--diff", with: Arguments.Task.checking, "show every difference from a recording")
    case .tolerance:
      Description(
        "--tolerance", value: Value("P", .typed), with: Arguments.Task.checking.union([.goals]),
        "let numbers differ by a share such as 1%")
    case .junit:
      Description(
        "--junit", value: Value("FILE", .file),
        with: Arguments.Task.checking.union([.grade, .goals])
          .union(Arguments.Task.comparing),
        "also write a JUnit report")
    case .html:
      Description(
        "--html", value: Value("FILE", .file),
        with: Arguments.Task.checking.union([.report, .grade, .goals]),
        "write the report as an HTML page to a file")
    case .students:
      Description(
        "--for", value: Value("N", .file), with: [.pack],
        "the number of students, or a file with their names")
    case .target:
      Description(
        "--to", value: Value("FOLDER", .folder), with: [.pack],
        "the folder to write (default: class)")
    case .pages:
      Description(
        "--pages", with: [.pack], "also write the laboratory as a page for each student")
    case .lessons:
      Description("--lessons", with: [.pack], "also write the lessons, without the answers")
    case .record:
      Description(
        "--class", value: Value("FOLDER", .folder), with: [.grade],
        "the folder that class pack wrote, if not class")
    case .exercises:
      Description(
        "--exercises", value: Value("PATH", .scenario), with: [.grade],
        "where the exercises are now")
    case .grades:
      Description(
        "--csv", value: Value("FILE", .file), with: [.grade], "also write the grades as a CSV table"
      )
    case .details:
      Description("--details", with: [.grade], "show the result of each goal of each answer")
    case .shard:
      Description(
        "--shard", value: Value("K/N", .typed), with: [.work], "the shard to make, such as 3/64")
    case .shards:
      Description(
        "--shards", value: Value("N", .typed), with: [.files, .test, .work],
        "the number of shards to list, or to run with --on (default: \(Engine.usualShards))")
    case .engine:
      Description(
        "--on", value: Value("ENGINE", .words(Engine.words)), with: [.files, .test],
        "run shards on \(Engine.words.alternatives), or any command that runs the lines it reads")
    case .port:
      Description(
        "--port", value: Value("N", .typed), with: Arguments.Task.serving,
        "the port to listen at (default: 8080; 0 takes a free one)")
    case .policy:
      Description(
        "--policy", value: Value("TEXT", .typed), with: Arguments.Task.comparing,
        "the policy of the client, such as a name of the file or preset(\"polly\")")
    case .late:
      Description(
        "--late", value: Value("TIME", .typed), with: Arguments.Task.comparing,
        "how much later than planned a retry may come (default: 20ms)")
    case .limit:
      Description(
        "--for", value: Value("TIME", .typed), with: Arguments.Task.serving,
        "how long to listen, such as 30s (default: until the command or Ctrl-C ends it, 30s with verify)"
      )
    case .speed:
      Description(
        "--speed", value: Value("N", .typed), with: Arguments.Task.serving,
        "run the scenario N times as fast, from 0.001 to 1000 (default: 1)")
    case .session:
      Description(
        "--session", value: Value("NAME", .typed), with: Arguments.Task.comparing,
        "only what was called as /s/NAME/... (default: each session by itself)")
    case .destination:
      Description(
        "--to", value: Value("SERVER", .typed), with: [.listen, .judge],
        "let requests go on to http://host:port, or connections to tcp://host:port, unless they meet an error"
      )
    case .name:
      Description(
        "--as", value: Value("NAME", .typed), with: [.fit],
        "the name to define (default: api)")
    case .path:
      Description(
        "--path", value: Value("PATH", .typed), with: [.fit], "only the requests of one path")
    case .unit:
      Description(
        "--unit", value: Value("UNIT", .words(TimeUnit.words)), with: [.fit],
        "the unit of durations, if the log does not say it")
    case .list:
      Description("--list", with: [.work], "list the shards with their calls, and make none")
    case .out:
      Description(
        "--out", value: Value("FILE", .file), with: Arguments.Task.sharding.union([.files, .test]),
        "the file for the part or for the results of a round; the folder for all parts with --on")
    case .after:
      Description(
        "--after", value: Value("FILE", .file), with: Arguments.Task.sharding,
        "the results of the rounds before, if measurements depend on them")
    case .partial:
      Description("--partial", with: [.merge], "print a result although parts are missing")
    case .noInit:
      Description(
        "--no-init", with: Arguments.Task.running.union(Arguments.Task.checking),
        "do not run the init file before the first prompt")
    case .quiet:
      Description(
        "--quiet", "-q", with: Arguments.Task.running.union(Arguments.Task.checking), "no banner")
    case .color:
      Description(
        "--color", "--colour", value: Value("WHEN", .words(Arguments.Colour.words)),
        with: Arguments.Task.running.union(Arguments.Task.checking)
          .union([.grade, .merge, .goals, .fit]).union(Arguments.Task.comparing),
        "when text is coloured: \(Arguments.Colour.words.alternatives)")
    case .serve: Description("--serve", with: [.serve], Arguments.Task.serve.help)
    case .editor: Description("--lsp", with: [.editor], Arguments.Task.editor.help)
    case .assistant: Description("--mcp", with: [.assistant], Arguments.Task.assistant.help)
    case .manual: Description("--manual", with: .all, "print the manual page")
    case .grammar:
      Description(
        "--grammar", with: .all,
        "print the colours of the language for editors, as a TextMate grammar")
    case .completions:
      Description(
        "--completions", value: Value("SHELL", .words(Shell.words)), with: .all,
        "print the completions for \(Shell.words.alternatives)")
    case .version: Description("--version", "-V", with: .all, "print the version")
    case .help: Description("--help", "-h", with: .all, "print this help")
    }
  }

  /// Returns the tasks that have an option which is written so.
  static func tasks(of spelling: String) -> Set<Arguments.Task> {
    allCases.filter { $0.description.spellings.contains(spelling) }
      .reduce(into: []) { $0.formUnion($1.description.tasks) }
  }

  /// The usual way to write it.
  var name: String { description.spellings[0] }

  /// What it does, and with which tasks it goes if they are few.
  var help: String {
    let tasks = Arguments.Task.allCases.filter(description.tasks.contains)
    let words = tasks.compactMap(\.word)
    return tasks.count == words.count
      ? "with \(words.alternatives): \(description.help)" : description.help
  }

  /// Finds the option that is written so, for a task if one is known.
  init?(spelling: some StringProtocol, for task: Arguments.Task?) {
    let found = Self.allCases.filter { $0.description.spellings.contains { $0 == spelling } }
    let fits = found.first { option in task.map(option.description.tasks.contains) ?? true }
    guard let option = fits ?? found.first else { return nil }
    self = option
  }
}

extension Set<Arguments.Task> {
  fileprivate static let all = Set(Arguments.Task.allCases)
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words for the choices, in order.
  static var words: [String] { allCases.map(\.rawValue) }
}

extension [String] {
  /// The words as a choice: `a, b or c`.
  var alternatives: String {
    guard let last, count > 1 else { return joined() }
    return "\(dropLast().joined(separator: ", ")) or \(last)"
  }
}
