package import RetryLanguage

/// A file of narration, definitions, commands and expectations, and what it does when it is run afresh.
package struct Scenario {
  /// Where it lies, as it is shown.
  package let path: String
  /// The text.
  package let text: String
  let outside: Outside

  /// Takes a text, and what it may reach for.
  package init(path: String, text: String, outside: Outside) {
    self.path = path
    self.text = text
    self.outside = outside
  }

  /// What a run of it printed.
  package struct Outcome {
    /// The objects that a program gets, one a line.
    package fileprivate(set) var objects: [String] = []
    /// What a person gets to see, at a width of 80 columns.
    package fileprivate(set) var printed: [String] = []
    /// The seed at its end.
    package fileprivate(set) var seed: UInt64 = 0
    /// How it ended.
    package fileprivate(set) var status = Status.ready
    /// What was wrong, in words.
    package fileprivate(set) var mistakes: [String] = []
    /// The line of the scenario that was not as it had to be.
    package fileprivate(set) var line: Int?

    /// Whether it ran to its end.
    package var isWhole: Bool { status == .ready || status == .ended }
  }

  /// Runs it twice from a fresh start, for a program and for a person.
  package func perform(
    threads: Int? = nil, terminal: TerminalHooks = TerminalHooks()
  ) -> Outcome {
    var outcome = Outcome()
    let ended = run(isJSON: true, threads, terminal) { output in
      if case .result(let line) = output { outcome.objects.append(line) }
      if case .mistake(let line) = output { outcome.objects.append(line) }
    }
    (outcome.status, outcome.seed) = (ended.status, ended.seed)
    let line = run(isJSON: false, threads, terminal) { output in
      switch output {
      case .result(let text), .message(let text): outcome.printed.append(text)
      case .mistake(let text):
        outcome.printed.append(text)
        outcome.mistakes.append(text)
      }
    }.line
    if !outcome.isWhole { outcome.line = line }
    return outcome
  }

  private func run(
    isJSON: Bool, _ threads: Int?, _ terminal: TerminalHooks, _ output: @escaping (Output) -> Void
  ) -> (status: Status, seed: UInt64, line: Int?) {
    var settings = Settings()
    settings.isJSON = isJSON
    settings.threads = threads
    var session = Session(settings: settings, outside: outside, terminal: terminal, output: output)
    let status = session.run(text)
    return (status, session.settings.seed, session.lastLine)
  }
}
