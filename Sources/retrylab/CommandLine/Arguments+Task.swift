extension Arguments {
  enum Task: CaseIterable {
    case prompt, files, texts, serve, editor, assistant, test, replay, report, page, pack, grade,
      work, merge, goals, listen, judge, verify, fit
  }
}

extension Arguments.Task {
  private struct Description {
    /// The words that choose it, in front of its files.
    var words: [String] = []
    var option: Option?
    /// The option that it cannot do without.
    var need: Option?
    /// What follows the options.
    var operand: Operand?
    /// Whether a command follows that it runs.
    var runsCommand = false
    /// What is done, as the end of a sentence.
    let help: String
  }

  struct Operand {
    /// The word for one of them in the usage.
    let name: String
    let kind: Option.Kind
    var count = Count.any
    /// What there must be, for a message.
    var words = "a file"

    enum Count {
      case any, some, one, two, oneOrTwo
    }
  }

  private var description: Description {
    switch self {
    case .prompt: Description(help: "start the prompt")
    case .files:
      Description(
        operand: Operand(name: "FILE", kind: .scenario), help: "run files; '-' is standard input")
    case .texts: Description(option: .text, help: "run texts")
    case .serve: Description(option: .serve, help: "answer requests of another program")
    case .editor:
      Description(option: .editor, help: "answer an editor by the Language Server Protocol")
    case .assistant:
      Description(option: .assistant, help: "answer an assistant by the Model Context Protocol")
    case .test:
      Description(
        words: ["test"], operand: Operand(name: "PATH", kind: .scenario),
        help: "check scenarios against expectations and recordings")
    case .replay:
      Description(
        words: ["replay"], operand: Operand(name: "FILE", kind: .scenario, count: .some),
        help: "compare scenarios with their recordings")
    case .report:
      Description(
        words: ["report"], operand: Operand(name: "FILE", kind: .scenario, count: .some),
        help: "write scenarios as an HTML page, two of them side by side")
    case .page:
      Description(
        words: ["page"], operand: Operand(name: "FILE", kind: .scenario, count: .some),
        help: "write the laboratory as an HTML page, which begins with scenarios or a lesson")
    case .pack:
      Description(
        words: ["class", "pack"], need: .students,
        operand: Operand(
          name: "PATH", kind: .scenario, count: .one, words: "a lesson or a folder of lessons"),
        help: "write exercises for N students")
    case .grade:
      Description(
        words: ["class", "grade"],
        operand: Operand(
          name: "FOLDER", kind: .folder, count: .one, words: "the folder of the answers"),
        help: "measure the answers, and find copies")
    case .work:
      Description(
        words: ["work"],
        operand: Operand(
          name: "PATH", kind: .scenario, count: .one, words: "a file, or a folder of scenarios"),
        help: "make one shard of the measurements of a file, or of the checks of a folder")
    case .merge:
      Description(
        words: ["merge"], operand: Operand(name: "PART", kind: .file, count: .some),
        help: "print what the parts of all shards give")
    case .goals:
      Description(
        words: ["bench-policy"],
        operand: Operand(
          name: "POLICY GOALS", kind: .file, count: .two,
          words: "the file of a policy, and one with its goals"),
        help: "check that a policy meets goals, and show what has changed")
    case .listen:
      Description(
        words: ["listen"], operand: Operand(name: "FILE", kind: .scenario, count: .one),
        runsCommand: true, help: "answer HTTP requests as the operations of a file do")
    case .judge:
      Description(
        words: ["judge"],
        operand: Operand(
          name: "FILE [LOG]", kind: .scenario, count: .oneOrTwo,
          words: "a file, or one with a log of listen --json"),
        runsCommand: true, help: "judge whether a real client does what its policy says")
    case .verify:
      Description(
        words: ["verify"],
        operand: Operand(
          name: "FILE [LOG]", kind: .scenario, count: .oneOrTwo,
          words: "a file, or one with a log of listen --json"),
        runsCommand: true, help: "compare the figures of a real client with the predicted ones")
    case .fit:
      Description(
        words: ["fit"],
        operand: Operand(name: "LOG", kind: .file, count: .one, words: "a file with measurements"),
        help: "define an operation as the requests of a log suggest it, and say how well it fits")
    }
  }

  var words: [String] { description.words }

  /// The words that choose it as one text, if some do.
  var word: String? { words.isEmpty ? nil : words.joined(separator: " ") }

  var option: Option? { description.option }
  var need: Option? { description.need }
  var operand: Operand? { description.operand }
  var runsCommand: Bool { description.runsCommand }

  var help: String { description.help }

  /// What a message calls it.
  var name: String {
    word ?? option?.name ?? (operand == nil ? "the prompt" : "files")
  }

  static let running: Set<Self> = [.prompt, .files, .texts]

  /// The tasks in which another program asks, on standard input.
  static let answering: [Self] = [.serve, .editor, .assistant]

  /// Returns the one of them that options choose.
  static func asked(by options: [Option]) -> Self? {
    answering.first { task in options.contains { $0 == task.option } }
  }

  /// The tasks that compare scenarios with what is recorded and expected.
  static let checking: Set<Self> = [.test, .replay]

  /// The tasks in which real clients call.
  static let serving: Set<Self> = [.listen, .judge, .verify]

  /// Those of them that compare what was seen with a policy.
  static let comparing: Set<Self> = [.judge, .verify]

  static let teaching: Set<Self> = [.pack, .grade]

  /// The tasks of a text whose measurements are divided between machines.
  static let sharding: Set<Self> = [.work, .merge]

  /// The tasks that words choose, in order.
  static let worded = allCases.filter { $0.word != nil }

  /// Returns the words that may follow some words that begin the name of a task, each once.
  static func words(after begun: [String]) -> [String] {
    worded.reduce(into: []) { words, task in
      guard task.words.starts(with: begun), task.words.count > begun.count,
        words.last != task.words[begun.count]
      else { return }
      words.append(task.words[begun.count])
    }
  }

  init?(_ words: [String]) {
    guard let task = Self.worded.first(where: { $0.words == words }) else { return nil }
    self = task
  }
}
