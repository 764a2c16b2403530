import RetryLanguage
import RetryNumerics

/// What a person says of a result before they see it.
struct Prediction {
  /// The figure that it is about.
  let figure: String
  let type: Type
  let guess: Item
}
