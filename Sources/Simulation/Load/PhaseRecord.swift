package import RetryNumerics
import VirtualTime

/// The figures of a load before, during or after what disturbs it.
///
/// Calls belong to the phase in which they began, attempts to the one in which they started, seconds to the one in
/// which they began.
package struct PhaseRecord: Hashable, Sendable {
  /// The phases of a load, without its warm-up.
  package enum Phase: String, Hashable, Sendable, CaseIterable {
    case before, during
    /// From the end of a disturbance to the start of the next.
    case after
  }

  /// How long it was, in all.
  package internal(set) var length = Nanoseconds.zero
  package internal(set) var begun: UInt64 = 0
  package internal(set) var succeeded: UInt64 = 0
  package internal(set) var attempts: UInt64 = 0
  /// The most attempts in a whole second.
  package internal(set) var busiest: UInt64 = 0
}

/// Counts calls and attempts by phase, as a load runs.
struct PhaseLedger {
  typealias Phase = PhaseRecord.Phase

  /// A part of a load that lies in one phase.
  private struct Piece {
    let start: Int64
    /// The phase; none in the warm-up.
    let phase: Phase?
  }

  private let pieces: [Piece]
  private var current = 0
  private var records = Phase.allCases.map { _ in PhaseRecord() }
  /// The number of attempts before the current piece.
  private var attemptsBefore: UInt64 = 0

  /// Creates the phases of a load; fails if nothing disturbs it.
  init?(_ disturbances: [Range<Nanoseconds>], of load: Load) {
    guard let first = disturbances.first else { return nil }
    let warmup = load.warmup.count
    var pieces = [Piece(start: 0, phase: first.lowerBound > .zero ? .before : .during)]
    for times in disturbances {
      if times.lowerBound > .zero {
        pieces.append(Piece(start: times.lowerBound.count, phase: .during))
      }
      pieces.append(Piece(start: times.upperBound.count, phase: .after))
    }
    if warmup > 0 {
      let next = pieces.partition { $0.start > warmup }
      pieces =
        [Piece(start: 0, phase: nil), Piece(start: warmup, phase: pieces[next - 1].phase)]
        + pieces[next...]
    }
    self.pieces = pieces
  }

  var end: Int64 { current + 1 < pieces.count ? pieces[current + 1].start : .max }

  /// Passes the ends of pieces up to an instant, with the attempts so far.
  mutating func pass(_ now: Int64, _ attempts: UInt64) {
    while end <= now { leave(at: end, attempts) }
  }

  /// Ends the last piece, once.
  mutating func close(_ now: Int64, _ attempts: UInt64) {
    pass(now, attempts)
    leave(at: now, attempts)
  }

  private mutating func leave(at time: Int64, _ attempts: UInt64) {
    if let place = pieces[current].phase?.place {
      records[place].length = records[place].length + Nanoseconds(time - pieces[current].start)
      records[place].attempts += attempts - attemptsBefore
    }
    attemptsBefore = attempts
    current += 1
  }

  mutating func callBegan(_ now: Int64) {
    if let place = phase(at: now)?.place { records[place].begun += 1 }
  }

  mutating func callSucceeded(began: Int64) {
    if let place = phase(at: began)?.place { records[place].succeeded += 1 }
  }

  /// Counts a whole second that began at a time.
  mutating func passSecond(from start: Int64, _ attempts: UInt64) {
    guard let place = phase(at: start)?.place else { return }
    records[place].busiest = max(records[place].busiest, attempts)
  }

  private func phase(at time: Int64) -> Phase? {
    pieces[max(pieces.partition { $0.start > time } - 1, 0)].phase
  }

  /// The figures by phase, after the load was closed.
  var byPhase: [Phase: PhaseRecord] {
    Dictionary(uniqueKeysWithValues: zip(Phase.allCases, records))
  }
}

extension PhaseRecord.Phase {
  fileprivate var place: Int {
    switch self {
    case .before: 0
    case .during: 1
    case .after: 2
    }
  }
}
