// Completions for zsh.

extension Shell {
  static let zshScript = """
    #compdef retrylab
    # Completes retrylab in zsh: source <(retrylab --completions zsh)

    # Files, or else the scenarios in the program.
    _retrylab_scenarios() {
      _files -g '*.retry' && return
      local -a known
      known=(
    \(builtIn)
      )
      [[ $PREFIX == scen* ]] && compadd -a known
    }

    _retrylab_tasks() {
      local -a tasks
      case "$task" in
    \(tasks)
      esac
      _describe -t tasks task tasks
    }

    _retrylab_start() {
      _alternative 'tasks:task:_retrylab_tasks' 'files:file:_retrylab_scenarios'
    }

    _retrylab() {
    \(taskLoop(first: 2, end: "$CURRENT", words: "words"))
      local -a specs
      case "$task" in
    \(cases)
      esac
      _arguments -S : $specs
    }

    if [ "$funcstack[1]" = '_retrylab' ]; then
      _retrylab "$@"
    else
      compdef _retrylab retrylab
    fi
    """

  /// The cases of a task whose name is begun, and the words that follow.
  private static let tasks = beginnings.map { begun, next in
    let words = next.map { "        \(quoted("\($0.word):\($0.help)"))\n" }.joined()
    return "    \(quoted(begun))) tasks=(\n\(words)      ) ;;"
  }.joined(separator: "\n")

  /// The cases of a task, and what goes with it.
  private static let cases =
    (Arguments.Task.worded.map { ($0.word ?? "", [$0], operands($0)) }
    + beginnings.filter { !$0.begun.isEmpty }.map { ($0.begun, [], "'*:task:_retrylab_tasks'") }
    + [
      ("files", wordless, operands(.files)),
      ("", wordless, "'*:task or file:_retrylab_start'"),
    ])
    .map { word, tasks, operands in
      let options = options(of: tasks).flatMap(specs) + [operands]
      let lines = options.map { "        \($0)\n" }.joined()
      return "    \(quoted(word))) specs=(\n\(lines)      ) ;;"
    }.joined(separator: "\n")

  private static func operands(_ task: Arguments.Task) -> String {
    task.operand.map { quoted("*:\($0.name):\(action($0.kind))") } ?? ""
  }

  /// Returns what `_arguments` is told of an option, for each of its spellings.
  private static func specs(_ option: Option) -> [String] {
    let names = option.description.spellings
    let value = option.description.value
    let words = value.map { ($0.isOptional ? "::" : ":") + "\($0.name):\(action($0.kind))" } ?? ""
    // An option that can be repeated excludes nothing.
    let others = option == .text ? "*" : names.count == 1 ? "" : "(\(names.joined(separator: " ")))"
    return names.map { name in
      let sign = value.map { $0.isOptional ? "=-" : name.hasPrefix("--") ? "=" : "" } ?? ""
      return quoted("\(others)\(name)\(sign)[\(bracketed(option.description.help))]\(words)")
    }
  }

  /// Returns a sentence in brackets, as `_arguments` reads it.
  static func bracketed(_ help: String) -> String {
    help.reduce(into: "") { $0 += "\\[]:".contains($1) ? "\\\($1)" : String($1) }
  }

  private static func action(_ kind: Option.Kind) -> String {
    switch kind {
    case .typed: " "
    case .file: "_files"
    case .folder: "_files -/"
    case .scenario: "_retrylab_scenarios"
    case .words(let words): "(\(words.joined(separator: " ")))"
    }
  }
}
