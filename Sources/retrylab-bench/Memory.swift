import Glibc
import Measurement
import Simulation

/// The greatest memory that the process has had, after more and more calls.
struct Memory {
  private let options: Options

  init(_ options: Options) {
    self.options = options
  }

  /// Prints the memory after each number of calls, the least number first.
  func report() throws {
    print("\npeak memory of the process, all cores")
    let policy = try WorkloadA.policy()
    print("  before".padded(34) + "\(Self.peak / 1024) MB".padded(-9))
    for calls in options.memory.sorted() {
      var measured = Measurement()
      let time = seconds { measured = Trials(calls: 0..<calls, seed: 1).measure(policy) }
      let rate = measured.successRate?.value ?? .nan
      print(
        "  after \(calls) calls".padded(34) + "\(Self.peak / 1024) MB".padded(-9)
          + "   \(text(time, 2)) s, success \(text(rate, 6))")
    }
  }

  /// The greatest memory so far, in kilobytes.
  private static var peak: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss
  }
}
