/// What arrives in the place of the answer to an attempt that took effect.
enum LostAnswer: String {
  case nothing = "the answer is lost"
  case error = "the answer is lost, after the effect"
}
