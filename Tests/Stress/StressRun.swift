import Dispatch
import Foundation
import Retry
import RetryNumerics

/// Runs random pipelines on the real clock, and checks what has to hold however their tasks interleave.
@main
struct StressRun {
  static func main() async {
    guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
      say(Options.usage)
      exit(64)
    }
    let watch = Watch(options)
    watch.start()
    let began = ContinuousClock.now
    await withTaskGroup { group in
      for _ in 0..<options.jobs {
        group.addTask { while let number = watch.next() { await run(number, options, watch) } }
      }
    }
    let (sums, time) = (watch.sums, ContinuousClock.now - began)
    say(
      "\(sums.pipelines) pipelines, \(sums.calls) calls, \(sums.attempts) attempts, "
        + "\(sums.cancelled) cancelled, \(time.formatted(.units(allowed: [.seconds]))): all held")
  }

  /// Runs the pipeline of a number; a property that does not hold ends the process.
  private static func run(_ number: UInt64, _ options: Options, _ watch: Watch) async {
    let seed = options.seed &+ number
    var dice = Dice(seed: seed)
    let ledger = Ledger(isTold: options.pipelines == 1)
    let kind: String
    switch dice.int(0...99) {
    case 0..<76:
      kind = "a pipeline"
      let trial = PipelineTrial(&dice, ledger)
      await trial.run(&dice)
    case 76..<79:
      kind = "a race of hedges"
      await HedgeTrial(ledger).run(&dice)
    case 79..<90:
      kind = "a driver"
      await DriverTrial(ledger).run(&dice)
    case 90..<95:
      kind = "a cache"
      await CacheTrial(ledger).run(&dice)
    default:
      kind = "a registry"
      await RegistryTrial(ledger).run(&dice)
    }
    if let find = ledger.find {
      watch.fail("does not hold for \(kind): \(find); seed \(seed), number \(number)", code: 1)
    }
    watch.done(number, ledger.sums)
  }
}

/// Hands out the pipelines, and reports those that do not end.
final class Watch: Sendable {
  private struct State: Sendable {
    var next: UInt64 = 0
    var running: [UInt64: ContinuousClock.Instant] = [:]
    var sums = Ledger.Sums()
    var hasFailed = false
  }

  private let state = Locked(State())
  private let options: Options

  init(_ options: Options) { self.options = options }

  var sums: Ledger.Sums { state.withLock { $0.sums } }

  /// Returns the number of the next pipeline, if there is one.
  func next() -> UInt64? {
    state.withLock { [options] state in
      guard state.next < options.pipelines else { return nil }
      defer { state.next += 1 }
      state.running[state.next] = .now
      return state.next
    }
  }

  func done(_ number: UInt64, _ more: Ledger.Sums) {
    state.withLock { state in
      state.running[number] = nil
      state.sums.pipelines += more.pipelines
      state.sums.calls += more.calls
      state.sums.attempts += more.attempts
      state.sums.cancelled += more.cancelled
    }
  }

  /// Ends the process with a message, of which there is one.
  func fail(_ message: String, code: Int32) {
    let isFirst = state.withLock { state in
      defer { state.hasFailed = true }
      return !state.hasFailed
    }
    guard isFirst else { return }
    say(message)
    exit(code)
  }

  /// Looks once a second whether a pipeline hangs, on a thread that no task can block.
  func start() {
    DispatchQueue(label: "stress.watch").asyncAfter(deadline: .now() + 1) { [self] in
      let late = state.withLock { [options] state in
        state.running.filter { .now - $0.value > .seconds(options.patience) }.keys.min()
      }
      guard let late else { return start() }
      let limit = "each pipeline ends within \(options.patience) s"
      fail("does not hold: \(limit); seed \(options.seed &+ late), number \(late)", code: 2)
    }
  }
}

/// Writes a line at once, so that it is there whatever becomes of this process.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data("\(line)\n".utf8))
}
