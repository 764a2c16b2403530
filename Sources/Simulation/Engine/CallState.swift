import VirtualTime

/// The state of one call in a run.
struct CallState {
  /// Why a call was stopped.
  enum Halt {
    case cancelled
    case limit(Outcome.Limit)

    /// How the call ends for it.
    var outcome: Outcome {
      switch self {
      case .cancelled: .cancelled
      case .limit(let limit): .stopped(limit)
      }
    }
  }

  /// Those who draw.
  var actors: ActorTable
  /// The number of the call.
  private(set) var number: UInt64 = 0
  /// When it started.
  private(set) var began = Instant.start
  /// Its sums.
  var tally = Tally()
  /// Why it is to stop, if it is.
  var halt: Halt?
  /// The events until the bounds are looked at again, and those that are left after that.
  var eventsLeft = 0
  var eventsKept = 0
  /// The number of questions that were put to the person at the prompt.
  var questions = 0
  /// Where its trace is kept, if it is.
  var recorder: Recorder?

  /// Creates the state of a call that has not begun.
  init(actors: ActorTable) {
    self.actors = actors
  }

  /// Resets everything for the next call.
  mutating func begin(
    _ number: UInt64, at instant: Instant, events: Int, _ recorder: Recorder?
  ) {
    self.number = number
    self.recorder = recorder
    began = instant
    tally = Tally()
    actors.restart()
    halt = nil
    questions = 0
    (eventsLeft, eventsKept) = (0, events)
  }

  /// Clears the halt, so that its client can act before the next call.
  mutating func end() {
    halt = nil
    (eventsLeft, eventsKept) = (.max, 0)
  }
}
