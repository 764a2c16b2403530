import RetryNumerics
import VirtualTime

/// The queue of a person: all waiting stages share one question and one answer.
final class QuestionQueue: Stage {
  private struct Seat {
    let stage: RetryStage
    let epoch: UInt32
  }

  private let person: Person
  private var seats: [Seat] = []
  /// The random number that decides the current question.
  private var uniform = 0.0

  init(_ person: Person) {
    self.person = person
  }

  var isIdle: Bool { seats.isEmpty }

  /// Asks about an error or joins the open question; the first stage draws under its own name.
  func ask(_ stage: RetryStage, as actor: Int, about fault: Fault, _ run: inout Run) {
    run.tally.asked = true
    if run.isTraced { run.record(.asked(fault)) }
    seats.append(Seat(stage: stage, epoch: stage.epoch))
    guard seats.count == 1 else { return }
    client = run.client
    var draws = run.actors.draws(of: actor, in: run.number, for: .person)
    uniform = draws.unit()
    startTimer(after: person.thinks?.sample(using: &draws) ?? .zero, &run)
  }

  func leave(_ stage: RetryStage, _ run: inout Run) {
    seats.removeAll { $0.stage === stage }
    if seats.isEmpty { stopTimer(&run) }
  }

  override var title: String { "person" }

  override func fire(_ run: inout Run) {
    var answer: PersonAnswer = uniform < person.retries ? .retry : .cancel
    if person.isYou {
      guard let said = run.nextAnswer() else { return }
      answer = said
    }
    if run.isTraced { run.record(.answered(answer)) }
    // Whoever hears the answer may ask again at once, or end others that wait.
    let settled = seats
    seats.removeAll(keepingCapacity: true)
    for seat in settled where seat.stage.isLive(since: seat.epoch) {
      seat.stage.hear(answer, &run)
    }
  }
}

/// The queues of a plan, one per person.
final class QuestionQueues {
  /// The number of queues above which idle queues are removed.
  private static let capacity = 16

  private var queues: [Person: QuestionQueue] = [:]

  func queue(of person: Person, _ run: inout Run) -> QuestionQueue {
    if let known = queues[person] { return known }
    if queues.count >= Self.capacity { clear(&run) }
    let queue = QuestionQueue(person)
    queues[person] = queue
    return queue
  }

  private func clear(_ run: inout Run) {
    for (person, queue) in queues where queue.isIdle {
      queues[person] = nil
      run.retire(queue)
    }
  }
}
