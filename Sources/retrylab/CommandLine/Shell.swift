import BuiltInScenarios

/// A shell that can complete the command line.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  /// Returns a text in single quotes, as bash and zsh read them.
  static func quoted(_ text: String) -> String { "'\(text.replacing("'", with: "'\\''"))'" }

  /// The words that begin the name of a task, and those that may follow, each with its help.
  static let beginnings = Set(Arguments.Task.worded.map { Array($0.words.dropLast()) })
    .sorted { $0.count < $1.count }
    .map { begun in
      let next = Arguments.Task.words(after: begun).map { word in
        let words = begun + [word]
        return (
          word: word,
          help: Arguments.Task(words)?.help ?? Arguments.Task.words(after: words).alternatives
        )
      }
      return (begun: begun.joined(separator: " "), next: next)
    }

  /// A task and the word that goes on with its name, as patterns of `case`.
  static let taskWords = beginnings.flatMap { begun, next in
    next.map { quoted("\(begun) \($0.word)") }
  }

  /// The tasks without a word, which the same files and options go with.
  static let wordless = Arguments.Task.allCases.filter { $0.word == nil }

  /// The names that the scripts have for them: without a file, and behind one.
  static let wordlessNames = ["", "files"]

  static func options(of tasks: [Arguments.Task]) -> [Option] {
    Option.allCases.filter { !$0.description.tasks.isDisjoint(with: tasks) }
  }

  /// The paths of the scenarios in the program, one per line.
  static let builtIn = BuiltInScenarios.paths(beginningWith: "").joined(separator: "\n")

  /// The options whose value is the next word, behind their task, as patterns of `case`.
  static let optionsBeforeValues = Option.allCases
    .filter { $0.description.value?.isOptional == false }
    .flatMap { option in option.description.spellings.flatMap { patterns(of: option, $0) } }

  /// Returns the patterns of `case` for a task and a spelling of an option.
  static func patterns(of option: Option, _ spelling: String, before end: String = "") -> [String] {
    let isOnly = Option.allCases.count { $0.description.spellings.contains(spelling) } == 1
    return isOnly
      ? ["\"$task \(spelling)\(end)\""]
      : taskNames(of: option).map { quoted("\($0) \(spelling)\(end)") }
  }

  /// The names that the scripts have for the tasks of an option.
  static func taskNames(of option: Option) -> [String] {
    let tasks = option.description.tasks
    return (tasks.isDisjoint(with: wordless) ? [] : wordlessNames)
      + Arguments.Task.worded.filter(tasks.contains).compactMap(\.word)
  }

  /// A loop that finds the task in the words before the cursor: its words, or `files` behind a file.
  ///
  /// Arrays begin at 0 in bash and at 1 in zsh.
  static func taskLoop(first: Int, end: String, words: String) -> String {
    """
      local task='' index=\(first)
      while [ "$index" -lt "\(end)" ]; do
        case "$task ${\(words)[$index]}" in
          \(optionsBeforeValues.joined(separator: "|")))
            index=$((index + 1))
            if [ "${\(words)[$index]}" = '=' ]; then index=$((index + 1)); fi
            ;;
          "$task "-*|"$task =") ;;
          \(taskWords.joined(separator: "|"))) task="${task:+$task }${\(words)[$index]}" ;;
          *) if [ -z "$task" ]; then task='files'; fi ;;
        esac
        index=$((index + 1))
      done
    """
  }
}
