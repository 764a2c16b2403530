import RetryLanguage
import RetryNumerics

/// A person's prediction of a figure.
struct Prediction {
  let figure: NamedFigure
  let guess: RuntimeValue
}
