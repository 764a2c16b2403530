extension Arguments {
  /// What the program does.
  enum Task: CaseIterable {
    case prompt, files, texts, serve, test, replay
  }
}

extension Arguments.Task {
  /// What there is to know about a task.
  private struct Description {
    /// The word that chooses it, in front of its files.
    var word: String?
    /// The option that chooses it.
    var option: Option?
    /// What follows the options.
    var operand: Operand?
    /// What is done, as the end of a sentence.
    let help: String
  }

  /// The files of a task.
  struct Operand {
    /// The word for one of them in the usage.
    let name: String
    /// What each of them is.
    let kind: Option.Kind
    /// Whether there must be one.
    var isRequired = false
  }

  private var description: Description {
    switch self {
    case .prompt: Description(help: "start the prompt")
    case .files:
      Description(
        operand: Operand(name: "FILE", kind: .scenario), help: "run files; '-' is standard input")
    case .texts: Description(option: .text, help: "run texts")
    case .serve: Description(option: .serve, help: "answer requests of another program")
    case .test:
      Description(
        word: "test", operand: Operand(name: "PATH", kind: .scenarioFile),
        help: "check scenarios against expectations and recordings")
    case .replay:
      Description(
        word: "replay", operand: Operand(name: "FILE", kind: .scenarioFile, isRequired: true),
        help: "compare scenarios with their recordings")
    }
  }

  /// The word that chooses it, if one does.
  var word: String? { description.word }

  /// The option that chooses it, if one does.
  var option: Option? { description.option }

  /// What follows the options, if anything does.
  var operand: Operand? { description.operand }

  /// What is done.
  var help: String { description.help }

  /// What a message calls it.
  var name: String {
    word ?? option?.name ?? (operand == nil ? "the prompt" : "files")
  }

  /// The tasks that run what they are given.
  static let running: Set<Self> = [.prompt, .files, .texts]

  /// The tasks that compare scenarios with what is recorded and expected.
  static let checking: Set<Self> = [.test, .replay]

  /// The tasks that a word chooses, in order.
  static let worded = allCases.filter { $0.word != nil }

  /// The options that go with it, in order.
  var options: [Option] { Option.allCases.filter { $0.description.tasks.contains(self) } }
}
