import Conformance
import HTTPServer
import MeasuredData
import RetryLanguage
import RetryNumerics
import Workbench

/// The parsed command line.
struct Arguments {
  /// When text is coloured.
  enum Colour: String, CaseIterable {
    case always, never, auto
  }

  /// Texts to run, in the given order.
  var inputs: [Input] = []
  var seed: UInt64?
  var threads: Int?
  /// The folder for CSV tables.
  var tables: String?
  var format = Format.text
  var onlyChecks = false
  /// Whether the prompt starts without a banner.
  var isQuiet = false
  /// Whether the prompt first runs the user's start file.
  var hasInit = true
  var colour = Colour.auto
  private(set) var task = Task.prompt
  /// Whether to replace recordings.
  var updates = false
  /// The share by which numbers may differ from recordings.
  var tolerance = 0.0
  /// Whether grades are shown goal by goal.
  var hasDetails = false
  /// The number of seeds under which expectations are checked.
  var seeds = 1
  /// Whether all differences from recordings are shown.
  var tellsAll = false
  /// The path of the JUnit report.
  var junit: String?
  /// The path of the HTML page.
  var html: String?
  /// The number of students, or the path of a list of their names.
  var students = ""
  /// The folder for the handouts.
  var target = "class"
  /// Whether each student also gets a page.
  var hasStudentPages = false
  /// Whether each student also gets the lessons.
  var hasStudentLessons = false
  /// The path of the exercises, if it differs from that of the handouts.
  var exercises: String?
  /// The folder of the handouts, with the record of them.
  var record: String?
  /// The path of the CSV file with the grades.
  var grades: String?
  /// The shard to make.
  var shard: Shard?
  /// The number of shards to list or to run.
  var shards: Int?
  /// What runs the shards.
  var engine: String?
  var lists = false
  /// The path of the part, of the results of a round, or of the folder of all parts.
  var out: String?
  /// The path of the results of earlier rounds.
  var earlier: String?
  /// The port to listen at; zero takes a free one.
  var port: UInt16 = 8080
  /// The policy that a client is to follow, as a text of the language.
  var policy: String?
  /// How much later than planned a retry may come.
  var lateness: Nanoseconds?
  /// How long a server listens.
  var limit: Nanoseconds?
  /// The server that requests go on to.
  var destination: Destination?
  /// The session that is judged.
  var session: String?
  /// By how much a scenario runs faster than the clock.
  var speed = Speed.usual
  /// The command that calls the operations of a file.
  private(set) var command: [String] = []
  /// The name of the operation that is fitted.
  var name = "api"
  /// The path whose requests it is fitted to.
  var path: String?
  /// The unit of measured durations.
  var unit: TimeUnit?
  /// Whether parts may be missing.
  var mergesSome = false
  /// A text to print instead of running anything.
  var printout: Printout?
  /// The options as written.
  private var given: [(option: Option, word: String)] = []

  /// A text to run.
  enum Input {
    case text(String)
    case file(String)

    var path: String { if case .file(let path) = self { path } else { "" } }
  }

  /// Whether a page is asked for, also on standard output.
  var hasPage: Bool { given.contains { $0.option == .html } }

  var paths: [String] {
    inputs.compactMap { if case .file(let path) = $0 { path } else { nil } }
  }

  /// A text that the program prints instead of running.
  enum Printout {
    case help, version, manual, grammar
    case completions(Shell)
  }

  struct Mistake: Error {
    let message: String
  }

  init(_ words: some Sequence<String>) throws(Mistake) {
    var rest = Array(words)[...]
    var areOptionsOver = false
    var begun: [String] = []
    while let word = rest.popFirst() {
      if !areOptionsOver, inputs.isEmpty, Task.words(after: begun).contains(word) {
        begun.append(word)
      } else if areOptionsOver || !word.hasPrefix("-") || word == "-" {
        inputs.append(.file(word))
      } else if word == "--", let task = Task(begun), task.runsCommand {
        (command, rest) = (Array(rest), [])
      } else if word == "--" {
        areOptionsOver = true
      } else {
        try read(word, &rest, for: Task(begun))
      }
    }
    let named = Task(begun)
    if named == nil, !begun.isEmpty, printout == nil {
      let words = Task.words(after: begun).map { "'\($0)'" }
      throw Mistake(message: "\(begun.joined(separator: " ")) needs \(words.alternatives)")
    }
    task = named ?? chosenTask
    if printout == nil { try check() }
  }

  /// The task without a word that chooses one.
  private var chosenTask: Task {
    if let asked = Task.asked(by: given.map(\.option)) { return asked }
    if paths.count < inputs.count { return .texts }
    return inputs.isEmpty ? .prompt : .files
  }

  /// Rejects what cannot be combined.
  private func check() throws(Mistake) {
    for (option, word) in given where !option.description.tasks.contains(task) {
      // Another option may be written the same way.
      let tasks = Option.tasks(of: word)
      let words = Task.worded.filter(tasks.contains).compactMap(\.word)
      throw Mistake(
        message: words.count == tasks.count
          ? "\(word) needs \(words.alternatives)"
          : "\(word) cannot be combined with \(task.name)")
    }
    if let operand = task.operand {
      let isEnough = operand.count == .any || paths.contains { !$0.isEmpty }
      if !isEnough { throw Mistake(message: "\(task.name) needs \(operand.words)") }
      if operand.count == .two, paths.count != 2 {
        throw Mistake(message: "\(task.name) needs \(operand.words)")
      }
      if operand.count == .oneOrTwo, paths.count > (command.isEmpty ? 2 : 1) {
        throw Mistake(message: "\(task.name) needs \(operand.words), or a command instead of a log")
      }
      if operand.count == .one, paths.count > 1 {
        throw Mistake(message: "\(task.name) needs \(operand.words), and no other file")
      }
    }
    if let need = task.need, !given.contains(where: { $0.option == need }) {
      throw Mistake(message: "\(task.name) needs \(need.synopsis)")
    }
    try checkShards()
    if Task.answering.contains(task), !inputs.isEmpty {
      throw Mistake(message: "\(task.name) cannot be combined with \(Task.files.name)")
    }
    // Standard output has the page alone.
    if hasPage, html == nil, task != .report {
      throw Mistake(message: "\(Option.html.name) needs the path of a file with \(task.name)")
    }
    let differs = given.first { [.tolerance, .diff].contains($0.option) }
    if updates, let word = differs?.word {
      throw Mistake(message: "\(word) needs replay without --update")
    }
  }

  /// Rejects what cannot be run in shards.
  private func checkShards() throws(Mistake) {
    if engine != nil, paths.count != 1 || paths == ["-"] {
      throw Mistake(message: "\(Option.engine.name) needs one file")
    }
    // Shards check as 'test' does by itself.
    let differing = given.first { [.seeds, .tolerance, .diff].contains($0.option) }
    if engine != nil, let word = differing?.word {
      throw Mistake(message: "\(word) cannot be combined with \(Option.engine.name)")
    }
    if engine == nil, task != .work, task != .merge, shards != nil || out != nil {
      throw Mistake(message: "\(given.last?.word ?? "") needs \(Option.engine.name)")
    }
  }

  private mutating func read(
    _ word: String, _ rest: inout ArraySlice<String>, for task: Task?
  ) throws(Mistake) {
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard let option = Option(spelling: parts[0], for: task) else {
      let names = Option.allCases.flatMap(\.description.spellings).filter { $0.count > 2 }
      let fixIt = Suggestion.nearest(to: parts[0], among: names).map { ": did you mean '\($0)'?" }
      throw Mistake(message: "unknown option '\(word)'\(fixIt ?? "")")
    }
    given.append((option, parts[0]))
    var value = parts.count > 1 ? parts[1] : word.hasSuffix("=") ? "" : nil
    switch option.description.value {
    case nil where value != nil: throw Mistake(message: "\(parts[0]) takes no value")
    case let wanted? where !wanted.isOptional && value == nil:
      value = rest.popFirst()
      if value == nil { throw Mistake(message: "\(parts[0]) needs a value") }
    default: break
    }
    try take(option, value ?? "")
  }

  /// Takes an option; its value is empty if there is none.
  private mutating func take(_ option: Option, _ value: String) throws(Mistake) {
    switch option {
    case .text: inputs.append(.text(value))
    case .threads: threads = try integer(value, of: option, in: 1...256)
    // At most what the language can write, so that a session can be saved.
    case .seed: seed = UInt64(try integer(value, of: option, in: 0...Int(Int64.max)))
    case .seeds: seeds = try integer(value, of: option, in: 1...1000)
    case .color: colour = try choice(value, of: option)
    case .json: try take(.json)
    case .csv:
      try take(.csv)
      tables = value.isEmpty ? nil : value
    case .serve, .editor, .assistant: break
    case .update: updates = true
    case .diff: tellsAll = true
    case .tolerance: tolerance = try share(value, of: option)
    case .junit: junit = value
    case .html: html = value == "-" ? nil : value
    case .students: students = try students(value, of: option)
    case .target: target = value
    case .pages: hasStudentPages = true
    case .lessons: hasStudentLessons = true
    case .exercises: exercises = value
    case .record: record = value
    case .grades: grades = value
    case .details: hasDetails = true
    case .shard: shard = try shard(value, of: option)
    case .shards: shards = try integer(value, of: option, in: 1...Shard.most)
    case .engine: engine = value
    case .list: lists = true
    case .out: out = value
    case .after: earlier = value
    case .partial: mergesSome = true
    case .policy: policy = value
    case .late: lateness = try duration(value, of: option)
    case .limit: limit = try duration(value, of: option)
    case .session: session = value
    case .speed: speed = try speed(value, of: option)
    case .destination: destination = try destination(value, of: option)
    case .port: port = UInt16(try integer(value, of: option, in: 0...65535))
    case .name: name = value
    case .path: path = value
    case .unit: unit = try choice(value, of: option)
    case .check: onlyChecks = true
    case .quiet: isQuiet = true
    case .noInit: hasInit = false
    case .help, .version, .manual, .grammar, .completions: try print(option, value)
    }
  }

  /// Takes an option that prints a text.
  private mutating func print(_ option: Option, _ value: String) throws(Mistake) {
    let plain: [Option: Printout] = [.version: .version, .manual: .manual, .grammar: .grammar]
    printout =
      option == .completions ? .completions(try choice(value, of: option)) : plain[option] ?? .help
  }

  /// Sets the output format, which cannot be set twice.
  private mutating func take(_ other: Format) throws(Mistake) {
    guard format == .text || format == other else {
      throw Mistake(message: "--csv cannot be combined with --json")
    }
    format = other
  }
}
