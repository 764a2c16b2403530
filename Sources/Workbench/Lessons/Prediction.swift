import RetryLanguage
import RetryNumerics

/// A person's prediction of a figure.
struct Prediction {
  /// The predicted figure.
  let figure: NamedFigure
  let guess: Item
}
