import Foundation
import ProgramSupport

/// Runs the programs of some seeds in this process.
struct Worker {
  private let options: Options
  private let mark: SeedMark
  private var wellFormed = 0
  private var slowest = (seed: UInt64(0), time: Duration.zero)

  /// The most kilobytes that this process may take.
  private static let mostKilobytes = 256 * 1024

  /// Creates the worker for some options; fails if it cannot record its position.
  init?(_ options: Options) {
    guard let mark = options.mark.flatMap(SeedMark.init) else { return nil }
    self.options = options
    self.mark = mark
  }

  /// Runs all programs; returns whether all checks passed.
  mutating func run() -> Bool {
    for seed in options.seed..<options.seed + options.programs {
      mark.note(seed)
      // A hanging process is ended by a timer, and its seed is known.
      allow(seconds: Int(options.patience))
      let began = ContinuousClock.now
      let program = GeneratedProgram(seed: seed)
      if program.isWellFormed { wellFormed += 1 }
      if let failure = SelfCheck.failure(of: program) {
        say("seed \(seed) fails\n\(program.text)\n\(failure)")
        return false
      }
      let time = ContinuousClock.now - began
      if time > slowest.time { slowest = (seed, time) }
    }
    allow(seconds: 0)
    return report()
  }

  /// Lets the process take some seconds of the processor, and much more time where others take it, or ends that limit.
  private func allow(seconds: Int) {
    alarm(UInt32(seconds * 20))
    var timer = itimerval()
    timer.it_value.tv_sec = seconds
    #if canImport(Glibc)
      setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    #else
      setitimer(ITIMER_PROF, &timer, nil)
    #endif
  }

  private func report() -> Bool {
    let peak = Self.peak
    say(
      "seeds from \(options.seed): \(options.programs) programs, \(wellFormed) well formed, \(SelfCheck.sessions) sessions, "
        + "\(peak / 1024) MB, slowest \(slowest.seed) in \(slowest.time)")
    if peak > Self.mostKilobytes { say("this takes too much memory") }
    return peak <= Self.mostKilobytes
  }

  /// The most kilobytes that this process has taken at a time.
  private static var peak: Int {
    var usage = rusage()
    // Zero asks about this process; its name has another type on each system.
    getrusage(0, &usage)
    #if canImport(Darwin)
      return usage.ru_maxrss / 1024
    #else
      return usage.ru_maxrss
    #endif
  }
}
