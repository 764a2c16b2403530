import LineEditor
import Workbench

/// The manual page of the program.
enum Manual {
  /// The page, which `man` shows.
  static let text: String = {
    var page = ManualPage("retrylab", "laboratory for retry strategies", date: Version.date)
    page.section("SYNOPSIS")
    for task in Arguments.Task.allCases { page.form(task.macros) }
    page.section("DESCRIPTION")
    for paragraph in description { page.paragraph(paragraph) }
    page.list(
      Arguments.Task.allCases.map { (ManualPage.argument("retrylab " + $0.synopsis), $0.help) })
    page.section("OPTIONS")
    page.list(Option.allCases.map { ($0.macros.joined(separator: " "), $0.help) })
    page.section("COMMANDS")
    page.paragraph("At the prompt and in files. 'help WORD' explains each of them with an example.")
    page.list(CommandTable.standard.all.map { ("Ic \($0.name)", $0.summary) })
    page.section("KEYS")
    page.paragraph(keys)
    page.list(KeyHelp.all.map { (ManualPage.argument($0.keys.joined(separator: ", ")), $0.action) })
    page.section("ENVIRONMENT")
    page.list(variables)
    page.section("FILES")
    page.list(OwnFile.allCases.map { ("Pa " + ManualPage.argument($0.shown), $0.meaning) })
    page.section("EXIT STATUS")
    page.list(Platform.ExitCode.allCases.map { ("\($0.rawValue)", $0.meaning) })
    page.section("EXAMPLES")
    for example in examples {
      page.paragraph(example.words)
      page.command(example.command)
    }
    page.section("SEE ALSO")
    page.references([("less", 1), ("editrc", 5)])
    return String(page.text.dropLast())
  }()

  /// The variables, those with one meaning together.
  private static let variables = Variable.allCases.reduce(into: [(term: String, words: String)]()) {
    list, variable in
    if let last = list.last, last.words == variable.meaning {
      list[list.count - 1].term += " , Ev \(variable.rawValue)"
    } else {
      list.append(("Ev \(variable.rawValue)", variable.meaning))
    }
  }

  private static let description = [
    """
    In RetryLab you describe an operation that fails, add a strategy that retries it, and watch what \
    happens. Time is virtual: a ten-minute outage passes in a microsecond. The same seed always gives \
    the same calls, byte for byte.
    """,
    """
    Without files the program starts a prompt, or runs standard input if that is not a terminal. At the \
    prompt, 'lesson' lists the lessons, and 'help' the commands and the names of the language. The \
    lessons and the other scenarios under 'scenarios/' are part of the program: they are found \
    wherever no file has their path.
    """,
    """
    A file can only compute and print. It cannot write files, start programs, or read files outside \
    its folder.
    """,
  ]

  private static let keys = """
    An entry at the prompt may have several lines. To bind other keys, add lines that start with \
    'retrylab:' to '~/.editrc'.
    """

  /// Commands of the shell, which the tests run, and what they do.
  static let examples: [(command: String, words: String)] = [
    (
      "retrylab -e 'op(script: [.timeout, .timeout, ok]).retry(attempts: 3, delay: 200ms)'",
      "Show one call that succeeds at its third attempt:"
    ),
    (
      "retrylab --json -e 'stats op(fails: 20%).retry(3)'",
      "Measure a strategy, with the figures as JSON:"
    ),
    ("retrylab scenarios/tour.retry", "See everything in five minutes:"),
    ("retrylab --check flaky.retry", "Check a file without running it:"),
    (
      "retrylab test scenarios --junit report.xml",
      "Check all scenarios in a folder, and write a report for a build server:"
    ),
    (
      "retrylab --manual > retrylab.1 && man ./retrylab.1",
      "Show this page, which can be copied to a folder of manual pages:"
    ),
    ("source <(retrylab --completions bash)", "Complete the command line in this shell:"),
  ]
}

extension Arguments.Task {
  /// What is typed for it, behind the name of the program.
  fileprivate var macros: [String] {
    let value = option?.description.value.map { " Ar \(ManualPage.argument($0.name + " ..."))" }
    let files = operand.map { operand in
      switch operand.count {
      case .any: "Op Ar " + ManualPage.argument(operand.name + " ...")
      case .some: "Ar " + ManualPage.argument(operand.name + " ...")
      case .one, .two, .oneOrTwo: "Ar " + ManualPage.argument(operand.name)
      }
    }
    return [
      word.map { "Cm \($0)" }, "Op Ar options",
      option.map { "Fl \(ManualPage.argument(String($0.name.dropFirst())))\(value ?? "")" },
      need.map { $0.macros.joined(separator: " ") }, files,
      runsCommand ? "Op Fl - Ar command ..." : nil,
    ].compactMap(\.self)
  }
}

extension Option {
  fileprivate var macros: [String] {
    let names = description.spellings.map {
      "Fl " + ManualPage.argument(String($0.dropFirst()))
    }
    let value = description.value.map { value in
      value.isOptional
        ? "Ns Op No = Ns Ar \(ManualPage.argument(value.name))"
        : "Ar \(ManualPage.argument(value.name))"
    }
    return [names.joined(separator: " , "), value].compactMap(\.self)
  }
}
