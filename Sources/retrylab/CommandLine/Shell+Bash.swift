// Completions for bash, from version 3.2.

extension Shell {
  static let bashScript = """
    # Completes retrylab in bash: source <(retrylab --completions bash)

    _retrylab_add() {
      local line
      while IFS= read -r line; do COMPREPLY+=("$line"); done
    }

    _retrylab_files() {
      compopt -o filenames 2>/dev/null
      _retrylab_add < <(compgen -d -- "$1")
      if [ -n "$2" ]; then
        _retrylab_add < <(compgen -f -X "!*$2" -- "$1")
      fi
    }

    # Files, or else the scenarios in the program.
    _retrylab_scenarios() {
      _retrylab_files "$1" .retry
      if [ "${#COMPREPLY[@]}" -eq 0 ]; then
        case "$1" in
          scen*) _retrylab_add < <(compgen -W '
    \(builtIn)
    ' -- "$1") ;;
        esac
      fi
    }

    _retrylab() {
      local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD - 1]}" assigned=''
      COMPREPLY=()
      # The sign and the value in --option=value are words of their own.
      if [ "$word" = '=' ]; then
        assigned=1 word=''
      elif [ "$before" = '=' ]; then
        assigned=1 before="${COMP_WORDS[COMP_CWORD - 2]}"
      fi
    \(taskLoop(first: 1, end: "$COMP_CWORD", words: "COMP_WORDS"))
      case "$task $before$assigned" in
    \(values)
      esac
      case "$task $word" in
    \(options)
      esac
      case "$task" in
    \(words)
      esac
      case "$task" in
    \(operands)
      esac
    }

    complete -F _retrylab retrylab
    """

  /// The cases of a task whose name is begun, and the words that follow.
  private static let words = beginnings.map { begun, next in
    let words = quoted(next.map(\.word).joined(separator: " "))
    return "    \(quoted(begun))) _retrylab_add < <(compgen -W \(words) -- \"$word\") ;;"
  }.joined(separator: "\n")

  /// The cases of a task, and what is before a value.
  private static let values = Option.allCases.compactMap { option -> String? in
    guard let value = option.description.value else { return nil }
    let names = option.description.spellings.flatMap { name in
      (value.isOptional ? ["1"] : ["", "1"]).flatMap { patterns(of: option, name, before: $0) }
    }
    return "    \(names.joined(separator: "|"))) \(action(value.kind)); return ;;"
  }.joined(separator: "\n")

  /// The cases of a task and a word that begins an option.
  private static let options =
    (Arguments.Task.worded.map { (quoted("\($0.word ?? "") ") + "-*", [$0]) }
    + [("' '-*|'files '-*", wordless)])
    .map { pattern, tasks in
      let names = options(of: tasks).flatMap(\.description.spellings).joined(separator: " ")
      return
        "    \(pattern)) _retrylab_add < <(compgen -W \(quoted(names)) -- \"$word\"); return ;;"
    }.joined(separator: "\n")

  /// The cases of a task, and the files that it takes.
  private static let operands = (Arguments.Task.worded + [.files]).compactMap { task in
    let names = task.word.map { [$0] } ?? wordlessNames
    return task.operand.map {
      "    \(names.map(quoted).joined(separator: "|"))) \(action($0.kind)) ;;"
    }
  }.joined(separator: "\n")

  private static func action(_ kind: Option.Kind) -> String {
    switch kind {
    case .typed: ":"
    case .file: "compopt -o filenames 2>/dev/null; _retrylab_add < <(compgen -f -- \"$word\")"
    case .folder: "_retrylab_files \"$word\""
    case .scenario: "_retrylab_scenarios \"$word\""
    case .words(let words):
      "_retrylab_add < <(compgen -W \(quoted(words.joined(separator: " "))) -- \"$word\")"
    }
  }
}
