import RetryLanguage
import RetryNumerics

/// What a person says of a result before they see it.
struct Prediction {
  /// The figure that it is about.
  let figure: NamedFigure
  let guess: Item
}
