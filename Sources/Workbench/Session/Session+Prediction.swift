import RetryLanguage

extension Session {
  /// Compares the predictions with the result.
  mutating func comparePrediction() {
    guard !lessons.predictions.isEmpty, let result = workspace.environment.lastResult,
      !result.isEmpty
    else { return }
    var record: MeasuredRecord?
    if case .measured(let last)? = workspace.environment.results.newestFirst.first?.definition.item
    {
      record = last
    }
    let predictions = lessons.predictions
    lessons.predictions = []
    for prediction in predictions {
      guard let (words, found) = prediction.outcome(of: result, in: record) else { continue }
      workspace.emit(.note(words))
      guard let found else { continue }
      lessons.guesses.append(
        KeptGuess(subject: prediction.question.subject, said: prediction.said, found: found))
    }
  }
}
