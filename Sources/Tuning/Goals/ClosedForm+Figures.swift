import Measurement

extension ClosedForm {
  /// The exact number of a figure, if theory has it.
  func number(of figure: Figure) -> Double? {
    switch figure.name {
    case Figure.success.name: successRate
    case Figure.load.name, "attempts": meanAttempts
    case Figure.waited.name: meanWait
    case Figure.meanLatency.name: meanLatency
    default: nil
    }
  }
}
