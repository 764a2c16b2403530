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
    let told = lessons.predictions.compactMap { $0.outcome(of: result, in: record) }
    lessons.predictions = []
    for words in told { workspace.emit(.note(words)) }
  }
}
