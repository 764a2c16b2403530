/// The options for a run of generated programs.
struct Options {
  /// The number of programs.
  var programs: UInt64 = 10_000
  /// The first seed.
  var seed: UInt64 = 1
  /// How many processes run at a time.
  var jobs = 1
  /// The seconds after which a program counts as one that hangs.
  var patience: UInt32 = 60
  /// The file in which a process notes the seed that it is at; it is set for the processes that do the work.
  var mark: String?

  /// Parses options, such as `--programs 1_000_000 --seed 1 --jobs 2`; fails if they are invalid.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let name = rest.popFirst() {
      guard let word = rest.popFirst() else { return nil }
      let number = UInt64(word.replacing("_", with: ""))
      switch (name, number) {
      case ("--programs", let number?): programs = number
      case ("--seed", let number?): seed = number
      case ("--jobs", let number?) where (1...64).contains(number): jobs = Int(number)
      case ("--patience", let number?) where number < 100_000: patience = UInt32(number)
      case ("--mark", _): mark = word
      default: return nil
      }
    }
  }

  /// How it is called.
  static let usage = "retrylab-programs [--programs N] [--seed N] [--jobs N] [--patience SECONDS]"
}
