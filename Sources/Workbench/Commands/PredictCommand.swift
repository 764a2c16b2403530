import RetryLanguage
import RetryNumerics

extension Command {
  static let predict = Command(
    "predict", .words, role: .question,
    "asks you to predict a figure of the next result, such as success, attempts or p99, and then shows how far off you were",
    example: "predict success\nstats op(fails: 30%).retry(3) calls 5000",
    words: { _, typed in
      NamedFigure.all.filter { $0.type != .fault && typed.before.isEmpty }
        .map { Proposals.Word($0.name, $0.summary, in: .figures) }
    }
  ) { (session: inout Session, call) throws(Diagnostic) in
    let names = NamedFigure.all.map(\.name)
    guard let word = call.words.first, call.words.count == 1 else {
      throw Diagnostic(.missingArgument, "'predict' needs the name of a figure", at: call.range)
    }
    guard let figure = NamedFigure.all.first(where: { $0.name == word.text }),
      figure.type != .fault
    else {
      throw Diagnostic(
        .unknownName, "unknown figure '\(word.text)'", at: word.range,
        fixIt: Suggestion.nearest(to: word.text, among: names).map(Diagnostic.FixIt.replacement))
    }
    guard let ask = session.workspace.terminal.answer else { return .ready }
    let help = "(\(figure.type.answerPhrase); Enter alone goes on without)"
    let asked = "what will \(figure.name) be \(help)?"
    var question = asked
    while let text = ask(question), !text.passes {
      let text = text.without(figure.name)
      // A percentage may be typed without its sign.
      let isBare = figure.type == .share && text.allSatisfy { $0.isNumber || $0.isWhitespace }
      switch session.workspace.environment.value(of: isBare ? text + "%" : text, as: figure.type) {
      case .success(let guess):
        if let old = session.lessons.prediction {
          let said = FigureText.text(old.guess, old.figure.type)
          session.workspace.emit(
            .note("this takes the place of your prediction that \(old.figure.name) is \(said)"))
        }
        session.workspace.environment.lastResult = nil
        session.lessons.prediction = Prediction(figure: figure, guess: guess)
        return .ready
      case .failure(let misread):
        let word = text.prefix { $0.isLetter }
        let isCommand = session.commands.contains { $0.name == word }
        let message =
          isCommand
          ? "'\(word)' is a command: answer first, or press Enter to go on" : misread.message
        question = "\(message)\n\(asked)"
      }
    }
    return .ready
  }
}

extension Type {
  /// How to answer with a value of this type; an example could give the answer away.
  fileprivate var answerPhrase: String {
    switch self {
    case .share: "in percent"
    case .duration: "in ms or s"
    default: "a number"
    }
  }
}

extension String {
  /// The text without a word at its end, as in `7 attempts`.
  fileprivate func without(_ word: String) -> String {
    let words = split(whereSeparator: \.isWhitespace)
    return words.count > 1 && words.last == word[...]
      ? words.dropLast().joined(separator: " ") : self
  }

  /// Whether the person wants to go on without a prediction.
  fileprivate var passes: Bool {
    let words = split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["next"] || words == ["skip"]
  }
}
