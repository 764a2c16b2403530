import RetryLanguage

extension Session {
  /// Compares a prediction with the result.
  mutating func comparePrediction() {
    guard let prediction = lessons.prediction, let result = workspace.environment.lastResult,
      !result.isEmpty,
      let found = result.values(of: [prediction.figure]).first
    else { return }
    lessons.prediction = nil
    let (name, type) = (prediction.figure.name, prediction.figure.type)
    let (said, is_) = (FigureText.text(prediction.guess, type), FigureText.text(found, type))
    guard said != is_, let distance = Distance(prediction.guess, from: found, type) else {
      return workspace.emit(.note("you said \(said), and \(name) is \(is_): exactly"))
    }
    let way = distance.isAbove ? "too high" : "too low"
    workspace.emit(.note("you said \(said), \(name) is \(is_): \(distance.text) \(way)"))
  }
}
