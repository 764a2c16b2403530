import RetryLanguage
import RetryNumerics
import Simulation

extension Command {
  static let predict = Command(
    "predict", .words, role: .question,
    "asks you to predict a figure of the next result, such as success, attempts or p99, and then shows how far off you were; 'predict p99 of hasty' asks about a row of a comparison, 'predict highest success of plain, hasty' which row it will be",
    example: "predict success\nstats op(fails: 30%).retry(3) calls 5000",
    words: { _, typed in
      let isFigure = typed.before.isEmpty || ["highest", "lowest"].contains(typed.before)
      return NamedFigure.all.filter { $0.type != .fault && isFigure }
        .map { Proposals.Word($0.name, $0.summary, in: .figures) }
    }
  ) { (session: inout Session, call) throws(Diagnostic) in
    let question = try call.question
    guard let ask = session.workspace.terminal.answer else { return .ready }
    var shown = question.text
    while let text = ask(shown), !text.passes {
      switch session.guess(text, question) {
      case .success(let guess):
        session.keep(Prediction(question: question, guess: guess))
        return .ready
      case .failure(let misread): shown = "\(misread.message)\n\(question.text)"
      }
    }
    return .ready
  }
}

extension CommandCall {
  /// What to ask for.
  fileprivate var question: Prediction.Question {
    get throws(Diagnostic) {
      var left = words[...]
      let extreme = left.first.flatMap { ["highest", "lowest"].contains($0.text) ? $0.text : nil }
      if extreme != nil { left = left.dropFirst() }
      guard let word = left.popFirst() else {
        throw Diagnostic(.missingArgument, "'predict' needs the name of a figure", at: range)
      }
      guard
        let figure = NamedFigure.all.first(where: { $0.name == word.text && $0.type != .fault })
      else {
        let names = NamedFigure.all.map(\.name)
        throw Diagnostic(
          .unknownName, "unknown figure '\(word.text)'", at: word.range,
          fixIt: Suggestion.nearest(to: word.text, among: names).map(Diagnostic.FixIt.replacement))
      }
      let rows = left.dropFirst().map(\.text).filter { $0 != "," }
      let areNames = rows.allSatisfy { $0.first.map { $0.isLetter || $0 == "_" } ?? false }
      let isNamed = left.first.map { $0.text == "of" && !rows.isEmpty && areNames } ?? true
      guard isNamed, extreme == nil ? rows.count <= 1 : rows.count > 1 else {
        throw Diagnostic(
          .missingArgument, "this prediction needs the names of the rows of a comparison",
          at: range,
          fixIt: .advice("example: predict p99 of hasty"))
      }
      let form: Prediction.Question.Form =
        extreme.map { .extreme(isHighest: $0 == "highest", rows: rows) } ?? .value(row: rows.first)
      return Prediction.Question(figure: figure, form: form)
    }
  }
}

extension Session {
  /// Keeps a prediction until a result comes, in the place of one that answers the same question.
  fileprivate mutating func keep(_ prediction: Prediction) {
    if let old = lessons.predictions.first(where: { $0.question == prediction.question }) {
      workspace.emit(.note("this replaces your guess \(old.said)"))
    }
    lessons.predictions.removeAll { $0.question == prediction.question }
    lessons.predictions.append(prediction)
    workspace.environment.lastResult = nil
  }

  /// Reads what a person answers.
  fileprivate func guess(
    _ text: String, _ question: Prediction.Question
  ) -> Result<Prediction.Guess, Environment.Misread> {
    let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let misread: Environment.Misread
    switch question.form {
    case .extreme(_, let rows):
      // The rows of a comparison also have the letters A, B and so on.
      let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
      let number =
        words.first.flatMap { Int($0) }.map { $0 - 1 }
        ?? words.first.flatMap { letters.firstIndex(of: $0.lowercased()) }
      if let row = rows.first(where: { [$0] == words }) ?? number.flatMap({ rows.at($0) }) {
        return .success(.row(row))
      }
      misread = .init(message: "'\(text.sanitized)' is not one of the rows")
    case .value:
      let reader = GuessReader(type: question.figure.type, name: question.figure.name)
      let written = reader.expression(text)
      switch workspace.environment.value(of: written, as: question.figure.type) {
      case .success(let value):
        guard let reason = question.figure.impossibility(of: value) else {
          return .success(.value(value))
        }
        return .failure(.init(message: reason))
      case .failure where question.figure.type == .duration && Double(written) != nil:
        return .failure(.init(message: "\(written) of what? write \(written)ms or \(written)s"))
      case .failure(let reason): misread = reason
      }
    }
    if words == ["help"] {
      return .failure(.init(message: "\(question.figure.name) is \(question.figure.summary)"))
    }
    guard commands.contains(where: { $0.name == words.first }) else { return .failure(misread) }
    return .failure(
      .init(message: "'\(words[0])' is a command: answer first, or press Enter to skip"))
  }
}

extension NamedFigure {
  /// Why a value cannot be that of the figure, if so.
  fileprivate func impossibility(of value: RuntimeValue) -> String? {
    if type == .share, let share = value.number, !(0...1).contains(share) {
      return "a percentage is from 0% to 100%"
    }
    let isNegative =
      if case .value(.duration(let time)) = value { time < .zero } else {
        value.number.map { $0 < 0 } ?? false
      }
    return isNegative ? "\(name) is not below 0" : nil
  }
}

extension [String] {
  fileprivate func at(_ index: Int) -> String? { indices.contains(index) ? self[index] : nil }
}

extension String {
  /// Whether the person wants to go on without a prediction.
  fileprivate var passes: Bool {
    let words = split(whereSeparator: \.isWhitespace)
    return words.isEmpty || words == ["next"] || words == ["skip"]
  }
}
