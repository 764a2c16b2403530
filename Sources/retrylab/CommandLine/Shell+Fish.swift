// Completions for fish.

extension Shell {
  /// The script for fish.
  static let fishScript = """
    # Completes retrylab in fish: retrylab --completions fish | source

    # The word of the task before the cursor, or 'files' behind a file, or nothing.
    function __retrylab_task
      set -l skips 0
      set -l words (commandline -opc)
      for word in $words[2..]
        if test $skips -eq 1
          set skips 0
          continue
        end
        switch $word
          case \(optionsBeforeValues.replacing("|", with: " "))
            set skips 1
          case '-*'
          case \(Arguments.Task.worded.compactMap(\.word).joined(separator: " "))
            echo $word
            return
          case '*'
            echo files
            return
        end
      end
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

  private static let tasks = Arguments.Task.worded.map { task in
    "complete -c retrylab -n \"__retrylab_in ''\" -a \(task.word ?? "") -d \(fishQuoted(task.help))"
  }.joined(separator: "\n")

  private static let operands = (Arguments.Task.worded + [.files]).compactMap { task in
    task.operand.map { operand in
      let words = task.word.map { [$0] } ?? ["''", "files"]
      return """
        complete -c retrylab -n "__retrylab_in \(words.joined(separator: " "))" \(action(operand.kind))
        """
    }
  }.joined(separator: "\n")

  private static let optionLines = Option.allCases.map { option in
    let names = option.description.spellings.map { name in
      name.hasPrefix("--") ? "-l \(name.dropFirst(2))" : "-s \(name.dropFirst())"
    }
    let tasks = option.description.tasks
    let words =
      (tasks.isDisjoint(with: wordless) ? [] : ["''", "files"])
      + Arguments.Task.worded.filter(tasks.contains).compactMap(\.word)
    // A value that may be left out only follows a sign, which fish cannot be told.
    let value = option.description.value.flatMap { $0.isOptional ? nil : $0 }
    let argument = value.map { " -r " + action($0.kind) } ?? ""
    return """
      complete -c retrylab -n "__retrylab_in \(words.joined(separator: " "))" \
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
    case .scenarioFile: "-f -a '(__retrylab_files)'"
    case .words(let words): "-f -a \(fishQuoted(words.joined(separator: " ")))"
    }
  }
}
