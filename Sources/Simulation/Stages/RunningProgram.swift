import RetryNumerics
import VirtualTime

/// A client's program at a place in a plan.
struct RunningProgram {
  private let program: Shared<ClientProgram>
  private let memory: Remembered<ClientProgram.State>

  init(_ program: Shared<ClientProgram>, _ memory: Remembered<ClientProgram.State>) {
    (self.program, self.memory) = (program, memory)
  }

  var name: String { program.name }

  var settings: ClientProgram { program.settings }

  /// Takes the turn of an attempt; returns when that is.
  func takeTurn(_ run: borrowing Run) -> Nanoseconds {
    memory.count(allowed: true)
    guard settings.speed != nil else { return run.now.sinceStart }
    return memory[run.owner].takeTurn(at: run.now.sinceStart, for: settings.work)
  }

  /// Gives up the turn of an attempt that was not sent.
  func giveBack(_ turn: Nanoseconds, _ run: borrowing Run) {
    memory[run.owner].giveBack(turn, for: settings.work)
  }

  func overhead(_ draws: Draws) -> Nanoseconds {
    var draws = draws
    return settings.overhead?.sample(using: &draws) ?? .zero
  }

  /// Takes a connection; returns whether it has been used before.
  func takeConnection(_ run: borrowing Run) -> Bool {
    settings.replays != nil && memory[run.owner].takeConnection()
  }

  /// Keeps the connection of an attempt that was answered, if there is room.
  func keepConnection(_ run: borrowing Run) {
    guard settings.replays != nil else { return }
    memory[run.owner].keepConnection(atMost: settings.idle)
  }

  func isDead(_ fault: Fault) -> Bool { settings.replays?.admits(fault) ?? false }
}

extension Stage {
  /// Makes its timers as late as those of a program, unless they are those of what the program calls.
  @inline(never)
  final func keepTime(of program: RunningProgram, for source: Source) {
    switch source.kind {
    case .operation, .schedule, .via: break
    default: lateness = program.settings.lateness
    }
  }
}

/// How a client's program sends the attempts of a stage, one after the other.
final class Sending {
  private enum Phase {
    /// It has not sent it, or the connection is no longer that of the attempt.
    case idle
    /// It will turn to it at a time.
    case waits(Nanoseconds)
    /// It has sent it, on a connection that had been used before or on a new one.
    case sent(onUsed: Bool)
    /// It will send it again.
    case fails
  }

  /// What the program has waited to do.
  enum Step { case starts, sends, answers }

  private let program: RunningProgram
  private var phase = Phase.idle

  init(_ program: RunningProgram) { self.program = program }

  var name: String { program.name }

  /// Begins an attempt; returns how long it waits for the program.
  func begin(_ run: borrowing Run) -> Nanoseconds {
    let turn = program.takeTurn(run)
    let wait = turn - run.now.sinceStart
    if wait > .zero { phase = .waits(turn) } else { connect(run) }
    return wait
  }

  private func connect(_ run: borrowing Run) {
    phase = .sent(onUsed: program.takeConnection(run))
  }

  func goOn(_ run: borrowing Run) -> Step {
    switch phase {
    case .fails: return .starts
    case .waits:
      connect(run)
      return .sends
    case .idle, .sent: return .answers
    }
  }

  func overhead(_ draws: Draws) -> Nanoseconds { program.overhead(draws) }

  /// Gives up an attempt that may not have been sent.
  func giveUp(_ run: borrowing Run) {
    if case .waits(let turn) = phase { program.giveBack(turn, run) }
    phase = .idle
  }

  func answered(_ run: borrowing Run) {
    guard case .sent = phase else { return }
    program.keepConnection(run)
    phase = .idle
  }

  func isDead(_ fault: Fault) -> Bool { program.isDead(fault) }

  /// Gives up a dead connection; returns whether the request is sent on another, because this one had been used.
  func isSentAgain() -> Bool {
    guard case .sent(onUsed: true) = phase else {
      phase = .idle
      return false
    }
    phase = .fails
    return true
  }
}

extension ClientProgram {
  /// What a program is busy with, and the connections that it keeps.
  struct State {
    /// When it can send the next attempt.
    private var free = Nanoseconds.zero
    /// The turns of attempts that were not sent, in order.
    private var spare: [Nanoseconds] = []
    /// The connections that no attempt uses.
    private var idle = 0
    fileprivate let hasSpeed: Bool

    init(_ program: ClientProgram) { hasSpeed = program.speed != nil }

    fileprivate mutating func takeTurn(at now: Nanoseconds, for work: Nanoseconds) -> Nanoseconds {
      // Turns that have passed are lost.
      spare.removeFirst(spare.prefix { $0 < now }.count)
      if !spare.isEmpty { return spare.removeFirst() }
      let turn = max(free, now)
      free = turn + work
      return turn
    }

    /// Leaves a turn to an attempt that comes later; those in line keep theirs.
    fileprivate mutating func giveBack(_ turn: Nanoseconds, for work: Nanoseconds) {
      spare.insert(turn, at: spare.firstIndex { $0 > turn } ?? spare.endIndex)
      // Turns at the end of the line are free again.
      while let last = spare.last, last + work == free {
        free = last
        spare.removeLast()
      }
    }

    fileprivate func next(at now: Nanoseconds) -> Nanoseconds {
      spare.first { $0 >= now } ?? max(free, now)
    }

    fileprivate mutating func takeConnection() -> Bool {
      guard idle > 0 else { return false }
      idle -= 1
      return true
    }

    fileprivate mutating func keepConnection(atMost most: Int) { idle = min(idle + 1, most) }
  }
}

extension ClientProgram: RememberedSettings {
  var fresh: State { State(self) }
}

extension ClientProgram.State: StrategyMemory {
  var measure: StrategyMeasure? { hasSpeed ? .wait : nil }

  func level(at now: Nanoseconds) -> Double? {
    hasSpeed ? Double((next(at: now) - now).count) : nil
  }

  func summary(at now: Nanoseconds, from zero: Nanoseconds) -> String? {
    guard hasSpeed else { return nil }
    let wait = next(at: now) - now
    return wait > .zero
      ? "the next attempt waits \(wait.brief)" : "the next attempt is sent at once"
  }
}
