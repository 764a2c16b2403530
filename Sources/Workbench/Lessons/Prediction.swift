import RetryLanguage
import RetryNumerics
import Simulation

/// A person's prediction of a figure.
struct Prediction {
  let question: Question
  let guess: Guess

  enum Guess {
    case value(RuntimeValue)
    /// The row of a comparison in which the figure is the highest, or the lowest.
    case row(String)
  }

  /// What a prediction is asked for.
  struct Question: Equatable {
    enum Form: Equatable {
      /// The figure itself; of a comparison, in a row of this name, or else in the last row.
      case value(row: String?)
      case extreme(isHighest: Bool, rows: [String])
    }

    let figure: NamedFigure
    let form: Form

    static func == (left: Question, right: Question) -> Bool {
      left.figure.name == right.figure.name && left.form == right.form
    }
  }
}

// MARK: - Asking

extension Prediction.Question {
  /// What it is about, such as `success of hasty`.
  var subject: String {
    switch form {
    case .value(nil): figure.name
    case .value(let row?): "\(figure.name) of \(row)"
    case .extreme(let isHighest, _): "\(isHighest ? "highest" : "lowest") \(figure.name)"
    }
  }

  /// The question in words; an example could give the answer away.
  var text: String {
    switch form {
    case .value(let row):
      let place = row.map { " of \($0)" } ?? ""
      return
        "your guess for \(figure.name)\(place), \(figure.summary)? (\(figure.type.answerPhrase), or Enter to skip)"
    case .extreme(let isHighest, let rows):
      let list = "\(rows.dropLast().joined(separator: ", ")) or \(rows.last ?? "")"
      return
        "which has the \(isHighest ? "highest" : "lowest") \(figure.name): \(list)? (a name or its number, or Enter to skip)"
    }
  }
}

extension Type {
  fileprivate var answerPhrase: String {
    switch self {
    case .share: "a percentage"
    case .duration: "a time in ms or s"
    default: "a number"
    }
  }
}

// MARK: - Comparing

extension Prediction {
  /// The guess in words.
  var said: String {
    switch guess {
    case .value(let value): FigureText.text(value, question.figure.type)
    case .row(let name): name
    }
  }

  /// What came of a guess: the words for the person, and the figure, unless the result does not have it.
  typealias Outcome = (words: String, found: String?)

  /// Returns what came of it; `nil` if the result does not have the figure.
  func outcome(of last: LastResult, in record: MeasuredRecord?) -> Outcome? {
    let rows = record?.namedRows ?? []
    switch (guess, question.form) {
    case (.row(let name), .extreme(let isHighest, let names)):
      let values = names.compactMap { name in
        rows.first { $0.name == name }?.value(of: question.figure).map { (name: name, value: $0) }
      }
      let order = {
        (left: (name: String, value: RuntimeValue), right: (name: String, value: RuntimeValue)) in
        left.value.isBelow(right.value)
      }
      guard values.count == names.count, let own = values.first(where: { $0.name == name }),
        let best = isHighest ? values.max(by: order) : values.min(by: order)
      else { return ("the result has no rows \(names.joined(separator: ", "))", nil) }
      let text = { FigureText.text($0, question.figure.type) }
      let isRight = !own.value.isBelow(best.value) && !best.value.isBelow(own.value)
      let words =
        isRight
        ? "\(question.subject): \(name) with \(text(own.value)), as you guessed"
        : "\(question.subject): \(best.name) with \(text(best.value)); you guessed \(name), which has \(text(own.value))"
      return (words, isRight ? name : best.name)
    case (.value(let value), .value(let row)):
      guard let row else {
        return last.values(of: [question.figure]).first.map { outcome(of: value, $0) }
      }
      let found = rows.first { $0.name == row }?.value(of: question.figure)
      return found.map { outcome(of: value, $0) } ?? ("the result has no row \(row)", nil)
    case (.row, .value), (.value, .extreme): return nil
    }
  }

  private func outcome(of guess: RuntimeValue, _ found: RuntimeValue) -> Outcome {
    let type = question.figure.type
    let (said, is_) = (FigureText.text(guess, type), FigureText.text(found, type))
    guard said != is_, let distance = Distance(guess, from: found, type) else {
      return ("\(question.subject): \(is_), exactly as you guessed", is_)
    }
    let way = distance.isAbove ? "too high" : "too low"
    return ("\(question.subject): \(is_); you guessed \(said), \(distance.text) \(way)", is_)
  }
}

/// A row of a comparison, as it is called there.
private struct NamedRow {
  let name: String
  let result: LastResult

  func value(of figure: NamedFigure) -> RuntimeValue? { result.values(of: [figure]).first }
}

extension MeasuredRecord {
  fileprivate var namedRows: [NamedRow] {
    guard case .comparison(_, let subjects) = result else { return [] }
    return zip(subjects, result.rows).map {
      NamedRow(name: $0.text, result: .many($1.calls, of: $1.source))
    }
  }
}

extension RuntimeValue {
  /// Whether it is a lower figure than another; one that is not there is above all.
  fileprivate func isBelow(_ other: RuntimeValue) -> Bool {
    if case .value(.duration(let left)) = self, case .value(.duration(let right)) = other {
      return left < right
    }
    guard let left = number else { return false }
    return other.number.map { left < $0 } ?? true
  }
}
