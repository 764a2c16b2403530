/// The options for a run of random pipelines.
struct Options {
  /// The number of pipelines.
  var pipelines: UInt64 = 10_000
  /// The seed of the first one; each further one has the next.
  var seed: UInt64 = 1
  /// How many pipelines are at work at a time.
  var jobs = 32
  /// The seconds after which a pipeline counts as one that hangs.
  var patience = 60

  /// Parses options, such as `--pipelines 1_000_000 --seed 1 --jobs 32`; fails if they are invalid.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let word = rest.popFirst() else { return nil }
      let number = UInt64(word.replacing("_", with: ""))
      switch (name, number) {
      case ("--pipelines", let number?): pipelines = number
      case ("--seed", let number?): seed = number
      case ("--jobs", let number?) where (1...1024).contains(number): jobs = Int(number)
      case ("--patience", let number?) where number < 100_000: patience = Int(number)
      default: return nil
      }
    }
  }

  /// How it is called.
  static let usage = "retrylab-stress [--pipelines N] [--seed N] [--jobs N] [--patience SECONDS]"
}
