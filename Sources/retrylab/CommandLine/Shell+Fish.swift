// Completions for fish.

extension Shell {
  static let fishScript = """
    # Completes retrylab in fish: retrylab --completions fish | source

    # The words of the task before the cursor, or 'files' behind a file, or nothing.
    function __retrylab_task
      set -l task ''
      set -l skips 0
      set -l words (commandline -opc)
      for word in $words[2..]
        if test $skips -eq 1
          set skips 0
          continue
        end
        switch "$task $word"
          case \(optionsBeforeValues.joined(separator: " "))
            set skips 1
          case "$task -*"
          case \(taskWords.joined(separator: " "))
            set task (string trim -- "$task $word")
          case '*'
            test -z "$task"; and set task files
        end
      end
      echo $task
    end

    # Whether the task is one of some.
    function __retrylab_in
      contains -- "$(__retrylab_task)" $argv
    end

    function __retrylab_files
      if not string match -q -- '-*' (commandline -ct)
        __fish_complete_suffix .retry | string match -r -- '^.*(?:/|\\.retry)$'
      end
    end

    # Files, or else the scenarios in the program.
    function __retrylab_scenarios
      set -l found (__retrylab_files)
      string join -- \\n $found
      if test (count $found) -eq 0; and string match -q -- 'scen*' (commandline -ct)
        echo '\(builtIn)'
      end
    end

    complete -c retrylab -f
    \(tasks)
    \(operands)
    \(optionLines)
    """

  private static let tasks = beginnings.flatMap { begun, next in
    next.map { word, help in
      "complete -c retrylab -n \(condition([begun])) -a \(word) -d \(fishQuoted(help))"
    }
  }.joined(separator: "\n")

  private static func condition(_ names: [String]) -> String {
    "\"__retrylab_in \(names.map(fishQuoted).joined(separator: " "))\""
  }

  private static let operands = (Arguments.Task.worded + [.files]).compactMap { task in
    task.operand.map { operand in
      let names = task.word.map { [$0] } ?? wordlessNames
      return "complete -c retrylab -n \(condition(names)) \(action(operand.kind))"
    }
  }.joined(separator: "\n")

  private static let optionLines = Option.allCases.map { option in
    let names = option.description.spellings.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    // A value that may be left out only follows a sign, which fish cannot be told.
    let value = option.description.value.flatMap { $0.isOptional ? nil : $0 }
    let argument = value.map { " -r " + action($0.kind) } ?? ""
    return """
      complete -c retrylab -n \(condition(taskNames(of: option))) \
      \(names.joined(separator: " "))\(argument) -d \(fishQuoted(option.description.help))
      """
  }.joined(separator: "\n")

  /// Returns a text in single quotes, as fish reads them.
  static func fishQuoted(_ text: String) -> String {
    "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))'"
  }

  private static func action(_ kind: Option.Kind) -> String {
    switch kind {
    case .typed: "-f"
    case .file: "-F"
    case .folder: "-f -a '(__fish_complete_directories)'"
    case .scenario: "-f -a '(__retrylab_scenarios)'"
    case .words(let words): "-f -a \(fishQuoted(words.joined(separator: " ")))"
    }
  }
}
