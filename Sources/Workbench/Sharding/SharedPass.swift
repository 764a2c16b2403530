package import Measurement
package import RetryNumerics
import Synchronization

/// One pass over a text whose long measurements are divided into shards.
///
/// The results of earlier rounds are known. From there on, the pass makes parts, merges them, or lists what there is to
/// do. It ends where a measurement depends on results that are not known yet.
package final class SharedPass: Sendable {
  package enum Work: Sendable {
    case make(Shard)
    /// Merges parts of one round.
    case merge([Part])
    case list
    /// Gets what is not known yet from a closure, which returns the results of a round and those before it.
    case resume(@Sendable (_ known: Part?, _ round: Int) -> Part)
  }

  private struct State {
    /// The results that are known.
    var known: Part?
    /// The number of rounds that were resumed with.
    var round = 0
    /// The number of measurements so far.
    var count = 0
    /// The parts that were made, or the results that were merged.
    var made: [Part.Measured] = []
    /// The measurements of this round.
    var listed: [Division.Extent] = []
    var isOver = false
    /// Whether the parts are those of another text.
    var isUnfit = false
    /// The calls of the measurement whose part is awaited, if it is.
    var calls: UInt64 = 0
  }

  let work: Work
  private let state: Mutex<State>

  /// The time from which a measurement is divided.
  private let shortest: Nanoseconds

  /// Creates a pass; measurements that are shorter than a time are made in every pass, since they are made sooner than
  /// parts are read.
  package init(
    after known: Part?, _ work: Work, dividingFrom shortest: Nanoseconds = SharedPass.usualShortest
  ) {
    (self.work, self.shortest) = (work, shortest)
    state = Mutex(State(known: known))
  }

  package static let usualShortest = Nanoseconds(5_000_000)

  /// Whether the pass has come to its end, although its text goes on.
  package var isOver: Bool { state.withLock(\.isOver) }

  var made: [Part.Measured] { state.withLock(\.made) }

  var listed: [Division.Extent] { state.withLock(\.listed) }

  /// Whether the parts were those of this text.
  package var isFitting: Bool { state.withLock { !$0.isUnfit && $0.made.count == $0.listed.count } }

  /// How the measurements of the pass are divided.
  package var division: Division {
    let isForOthers =
      switch work {
      case .make, .list: true
      case .merge, .resume: false
      }
    return Division(
      ofAtLeast: shortest, isForOthers: isForOthers,
      portion: { self.portion(of: $0) }, tell: { self.keep($0) },
      settle: { if isForOthers { self.settle() } })
  }

  private func portion(of extent: Division.Extent) -> Division.Portion {
    if case .resume(let resume) = work { learn(resume) }
    return state.withLock { state in
      guard !state.isOver else { return .none }
      let known = state.known?.measurements ?? []
      let place = state.count
      state.count += 1
      if place < known.count {
        guard known[place].calls == extent.calls else { return refuse(&state) }
        return .parts([known[place].bytes])
      }
      state.calls = extent.calls
      switch work {
      case .make(let shard):
        state.listed.append(extent)
        return .shard(shard.place(in: place), of: shard.count)
      case .list:
        state.listed.append(extent)
        return .none
      case .resume: return refuse(&state)
      case .merge(let parts):
        let place = place - known.count
        // What no part has is for the next round, which ends the pass here.
        guard parts.allSatisfy({ place < $0.measurements.count }) else { return end(&state) }
        state.listed.append(extent)
        let measured = parts.map { $0.measurements[place] }
        guard measured.allSatisfy({ $0.calls == extent.calls }) else { return refuse(&state) }
        return .sum(measured.map(\.bytes))
      }
    }
  }

  /// Gets the results of the next round, if the next measurement is none of those that are known.
  private func learn(_ resume: (_ known: Part?, _ round: Int) -> Part) {
    let (known, count, round) = state.withLock { ($0.known, $0.count, $0.round + 1) }
    guard count >= known?.measurements.count ?? 0 else { return }
    let results = resume(known, round)
    state.withLock { ($0.known, $0.round) = (results, round) }
  }

  private func end(_ state: inout State) -> Division.Portion {
    state.isOver = true
    return .none
  }

  private func refuse(_ state: inout State) -> Division.Portion {
    state.isUnfit = true
    return end(&state)
  }

  private func keep(_ bytes: [UInt8]) {
    state.withLock { state in
      state.made.append(Part.Measured(calls: state.calls, bytes: bytes))
    }
  }

  /// Ends the pass if it has made something that what follows depends on.
  private func settle() {
    state.withLock { state in
      if !state.listed.isEmpty { state.isOver = true }
    }
  }
}
