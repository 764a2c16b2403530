import VirtualTime

/// The state of one call in a run.
struct CallState {
  enum Halt {
    case cancelled
    case limit(Outcome.Limit)

    var outcome: Outcome {
      switch self {
      case .cancelled: .cancelled
      case .limit(let limit): .stopped(limit)
      }
    }
  }

  var actors: ActorTable
  private(set) var number: UInt64 = 0
  /// The client it is made for, by which strategies tell clients apart.
  var owner = 0
  /// What it asks for; zero if calls have no keys.
  var key: UInt64 = 0
  private(set) var began = Instant.start
  var tally = Tally()
  var halt: Halt?
  /// The number of events until the next check of the limits, and the number left after that.
  var eventsLeft = 0
  var eventsKept = 0
  /// The number of questions put to the user at the prompt.
  var questions = 0
  var recorder: Recorder?
  /// The call that the call of a service is made for, whose trace shows it.
  var patron: Patron?

  /// Creates the state of a client that has not called yet.
  init(idle actors: ActorTable) {
    self.actors = actors
    end()
  }

  mutating func begin(
    _ number: UInt64, at instant: Instant, events: Int, _ recorder: Recorder?
  ) {
    self.number = number
    self.recorder = recorder
    began = instant
    tally = Tally()
    actors.restart()
    halt = nil
    (questions, key, owner) = (0, 0, 0)
    (eventsLeft, eventsKept) = (0, events)
  }

  /// Goes on after a pause, with another number of events.
  mutating func resume(events: Int) {
    halt = nil
    (eventsLeft, eventsKept) = (0, events)
  }

  /// Clears the halt, so that its client can act before the next call.
  mutating func end() {
    halt = nil
    (eventsLeft, eventsKept) = (.max, 0)
  }
}

/// The attempts that clients have made so far.
struct AttemptCounts {
  var all: UInt64 = 0
  /// Those that were not the first of their call.
  var retries: UInt64 = 0
}
