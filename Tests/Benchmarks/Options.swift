import Glibc

/// The options of the command line.
struct Options {
  /// The calls of a run on the engine; the fast path runs twenty times as many.
  var calls: UInt64 = 1_000_000
  /// How often each way runs, alternating with the others.
  var rounds = 5
  /// The folder of built peers.
  var peers = getenv("RETRYLAB_PEERS").map { String(cString: $0) }
  /// The numbers of calls after which memory is measured.
  var memory: [UInt64] = [1_000_000, 1_000_000_000]
  /// Only ways whose name contains this run; if it is empty, all run, followed by growth and memory.
  var only = ""

  static let usage = """
    usage: retrylab-bench [calls N] [rounds N] [peers FOLDER] [memory N] [only NAME]
    """

  /// Parses pairs of an option and its value; `nil` if they are invalid.
  init?(_ arguments: [String]) {
    guard arguments.count.isMultiple(of: 2) else { return nil }
    for index in stride(from: 0, to: arguments.count, by: 2) {
      let value = arguments[index + 1]
      let number = UInt64(value.filter { $0 != "_" })
      switch (arguments[index], number) {
      case ("calls", let number?) where number > 0: calls = number
      case ("rounds", let number?) where (1...1000).contains(number): rounds = Int(number)
      case ("memory", let number?): memory.append(number)
      case ("peers", _): peers = value
      case ("only", _): only = value
      default: return nil
      }
    }
  }
}
