import Glibc

/// What it costs to divide a measurement into shards, each of which is a process of its own.
struct ShardCosts {
  private static let study = """
    let f = op(fails: 30%, latency: exponential(100ms))
    stats f.retryWhen { errors in errors.enumerated().flatMap { n, error in \
    n < 2 ? timer(20ms * (n + 1)) : fail(error) } } calls 200_000_000
    """

  /// Prints the processor time of all shards beside that of one process, and the time of a merge; nothing if the program
  /// is not in the folder of this one.
  func report() {
    guard let program = ProgramTerminal.program else { return }
    let folder = "/tmp/retrylab-shards-\(getpid())"
    defer { Self.run("rm -rf '\(folder)'") }
    Self.run("mkdir '\(folder)' && printf '%s' '\(Self.study)' > '\(folder)/study.retry'")
    let begin = "program=$(realpath '\(program)') && cd '\(folder)' && \"$program\""
    let whole = Self.run("\(begin) study.retry --threads 1 > whole")
    guard whole.status == 0 else { return print("shards: the program fails") }
    let alone = whole.processor
    print("shards, on one thread each: one process takes \(text(alone, 2)) s")
    for count in [1, 2, 4, 8, 16, 32, 64] {
      let sum = (1...count).reduce(0.0) { sum, number in
        let words =
          "work study.retry --shard \(number)/\(count) --threads 1 --out \(count)-\(number)"
        return sum + Self.run("\(begin) \(words) 2> log").processor
      }
      let merges = (0..<5).map { _ in
        Self.run("\(begin) merge \(count)-* > merged && cmp -s merged whole")
      }
      let isSame = merges.allSatisfy { $0.status == 0 }
      print(
        "\(count)".padded(-4) + " shards: \(text(sum / alone, 2)) ×, "
          + "\(text((sum - alone) / Double(count) * 1000, 0)) ms more for each; "
          + "merged in \(text(median(merges.map(\.wall)) * 1000, 0)) ms, "
          + (isSame ? "the same bytes" : "OTHER BYTES"))
    }
  }

  /// Runs a command of the shell.
  @discardableResult
  private static func run(_ command: String) -> (status: Int32, wall: Double, processor: Double) {
    let before = processorSeconds(RUSAGE_CHILDREN)
    var status: Int32 = -1
    let wall = seconds {
      var process: pid_t = 0
      let words: [UnsafeMutablePointer<CChar>?] = [
        strdup("sh"), strdup("-c"), strdup(command), nil,
      ]
      defer { for word in words { free(word) } }
      guard posix_spawn(&process, "/bin/sh", nil, nil, words, environ) == 0 else { return }
      waitpid(process, &status, 0)
    }
    return (status, wall, processorSeconds(RUSAGE_CHILDREN) - before)
  }
}
