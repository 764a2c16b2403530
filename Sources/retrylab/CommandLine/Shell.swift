/// A shell that can complete the command line.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script that teaches it to.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// Returns a text in single quotes, as bash and zsh read them.
  static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

  /// The options whose value is the next word, as patterns of `case`.
  static let optionsBeforeValues = patterns(
    Option.allCases.filter { $0.description.value?.isOptional == false })

  /// The tasks that a word chooses, as patterns of `case`.
  static let taskWords = Arguments.Task.worded.compactMap(\.word).map(quoted)
    .joined(separator: "|")

  /// The tasks without a word, which the same files and options go with.
  static let wordless = Arguments.Task.allCases.filter { $0.word == nil }

  /// The options that go with some of the tasks.
  static func options(of tasks: [Arguments.Task]) -> [Option] {
    Option.allCases.filter { !$0.description.tasks.isDisjoint(with: tasks) }
  }

  /// The paths of the scenarios in the program, one per line.
  static let builtIn = BuiltInScenarios.paths(beginningWith: "").joined(separator: "\n")

  /// Returns the spellings of options as patterns of `case`.
  static func patterns(_ options: [Option]) -> String {
    options.flatMap(\.description.spellings).joined(separator: "|")
  }

  /// A loop that finds the task in the words before the cursor: its word, or `files` behind a file.
  ///
  /// Arrays begin at 0 in bash and at 1 in zsh.
  static func taskLoop(first: Int, end: String, words: String) -> String {
    """
      local task='' index=\(first)
      while [ "$index" -lt "\(end)" ]; do
        case "${\(words)[$index]}" in
          \(optionsBeforeValues))
            index=$((index + 1))
            if [ "${\(words)[$index]}" = '=' ]; then index=$((index + 1)); fi
            ;;
          -*|'=') ;;
          \(taskWords)) if [ -z "$task" ]; then task="${\(words)[$index]}"; fi ;;
          *) if [ -z "$task" ]; then task='files'; fi ;;
        esac
        index=$((index + 1))
      done
    """
  }
}
