import RetryLanguage
import RetryNumerics

/// The user's prediction of a result.
struct Prediction {
  /// The predicted figure.
  let figure: String
  let type: Type
  let guess: Item
}
