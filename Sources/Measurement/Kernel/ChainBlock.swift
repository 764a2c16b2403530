import Lanes
import RetryNumerics
import Simulation
import VirtualTime

/// Runs calls of a chain in blocks: random numbers and latencies are drawn side by side, decisions are made per
/// call.
final class ChainBlock {
  private let chain: Chain
  /// The number of attempts between checks for cancellation.
  private let attemptsBetweenChecks: Int
  private let key: DrawKey
  private let functionCalls: FunctionCalls
  private let run: ChainRun
  private let loops: LoopSet
  private let lanes: LaneBlock
  private let draws = LaneDraws()
  let isSuccess: [Bool]
  let isFailure: [Bool]

  init(
    _ chain: Chain, seed: UInt64, spread: Nanoseconds? = nil, counting functionCalls: FunctionCalls,
    _ loops: LoopSet
  ) {
    self.functionCalls = functionCalls
    self.loops = loops
    lanes = LaneBlock(loops)
    self.chain = chain
    // Closures may take long, so cancellation is checked more often.
    attemptsBetweenChecks = chain.callsClosures ? 8 : VectorProgram.blockSize
    key = DrawKey(seed: seed, name: chain.operation.name)
    run = ChainRun(
      chain, seed: seed, spread: spread, rows: VectorProgram.blockSize, counting: functionCalls)
    isSuccess = run.outcomes.map(\.isSuccess)
    isFailure = run.outcomes.map { if case .failure = $0 { true } else { false } }
  }

  /// The length of a column; vectors of eight may extend beyond the last call.
  static let length = VectorProgram.blockSize + 8
  /// The limit below which histograms count durations side by side.
  static let latest = Nanoseconds(1 << 50)

  deinit {
    draws.free()
  }

  /// Runs the calls of a block to their ends; returns `false` if cancelled.
  func run(_ calls: Range<UInt64>, _ isInterrupted: (@Sendable () -> Bool)?) -> Bool {
    functionCalls.counting { goOn(calls, isInterrupted) }
  }

  private func goOn(_ calls: Range<UInt64>, _ isInterrupted: (@Sendable () -> Bool)?) -> Bool {
    lanes.begin(calls)
    // The slots of the calls that continue.
    var places = Array(0..<calls.count)
    for place in places {
      run.begin(calls.lowerBound + UInt64(place), in: place)
    }
    var (alive, attempt) = (calls.count, 1)
    while alive > 0, attempt <= chain.mostAttempts {
      draws.prepare(key: key, callHigh: calls.lowerBound >> 32, attempt: attempt, purpose: .attempt)
      loops.draw(draws, lanes.first, lanes.second, calls: lanes.calls, count: alive)
      lanes.drawLatencies(alive, chain.operation.latency, key: key, attempt: attempt)
      guard let goOn = answer(&places, alive, isInterrupted) else { return false }
      (alive, attempt) = (goOn, attempt + 1)
    }
    return true
  }

  /// Passes each call its random number and latency; returns how many continue, or `nil` if cancelled.
  private func answer(
    _ places: inout [Int], _ alive: Int, _ isInterrupted: (@Sendable () -> Bool)?
  ) -> Int? {
    var places = places.mutableSpan
    var kept = 0
    for index in 0..<alive {
      if index % attemptsBetweenChecks == 0,
        isInterrupted?() == true || functionCalls.takeInterruption()
      {
        return nil
      }
      let uniform = Double(unitOf: lanes.first[index])
      let latency = Nanoseconds(Int64(bitPattern: lanes.second[index]))
      let goesOn = run.answer(places[index], uniform: uniform, latency: latency)
      lanes.calls[kept] = lanes.calls[index]
      places[kept] = places[index]
      kept += goesOn ? 1 : 0
    }
    return functionCalls.takeInterruption() ? nil : kept
  }

  /// Returns the result of a call in a slot, or `nil` if only the engine can tell.
  func result(of place: Int) -> CallResult? { run.result(of: place) }

  /// Returns how a call in a slot ended, or `nil` if only the engine can tell.
  func end(of place: Int) -> ChainRun.End? { run.end(of: place) }

  var outcomes: [Outcome] { run.outcomes }
}
