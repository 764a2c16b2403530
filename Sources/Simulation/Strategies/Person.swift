import RetryNumerics
package import VirtualTime

/// A person whom a strategy may ask whether to go on.
package struct Person: Hashable, Sendable {
  /// The share of questions that are answered with *retry*.
  package let retries: Double
  /// How long the person thinks; `nil` is no time at all.
  package let thinks: Distribution?

  /// Creates a person.
  package init(retries: Double, thinks: Distribution? = nil) throws(InvalidArgument) {
    try InvalidArgument.checkShare(retries, "retries")
    self.init(checked: retries, thinks)
  }

  private init(checked retries: Double, _ thinks: Distribution?) {
    self.retries = retries
    self.thinks = thinks
  }

  /// A person who always says *retry*, at once.
  package static let patient = Person(checked: 1, nil)
}

/// What a person says.
package enum PersonAnswer: String, Hashable, Sendable {
  case retry
  case cancel
}

/// Where those who wait for a person stand: they share one question, and one answer settles them all.
final class PersonDesk: Stage {
  private let person: Person
  private let actor: Int
  private var waiting: [RetryStage] = []
  /// The chance that decides the present question.
  private var luck = 0.0

  /// Creates the desk of a person who draws under the name of an actor.
  init(_ person: Person, actor: Int) {
    self.person = person
    self.actor = actor
  }

  /// Asks about an error, or joins those who have asked.
  func ask(_ stage: RetryStage, about fault: Fault, _ run: inout Run) {
    if run.isTraced { run.record(.asked(fault)) }
    waiting.append(stage)
    guard waiting.count == 1 else { return }
    run.cast[actor].count &+= 1
    var draws = run.cast.draws(of: actor, in: run.number, for: .person)
    luck = draws.unit()
    startTimer(after: person.thinks?.sample(using: &draws) ?? .zero, &run)
  }

  /// Lets a stage go that does not wait any more.
  func leave(_ stage: RetryStage, _ run: inout Run) {
    waiting.removeAll { $0 === stage }
    if waiting.isEmpty { stopTimer(&run) }
  }

  override func fire(_ run: inout Run) {
    let answer: PersonAnswer = luck < person.retries ? .retry : .cancel
    if run.isTraced { run.record(.answered(answer)) }
    let settled = waiting
    waiting.removeAll(keepingCapacity: true)
    for stage in settled { stage.hear(answer, &run) }
  }
}

/// The desks of a plan, one a person.
final class PersonDesks {
  private var desks: [Person: PersonDesk] = [:]

  /// Returns the desk of a person.
  func desk(of person: Person, _ cast: inout Cast) -> PersonDesk {
    if let known = desks[person] { return known }
    let desk = PersonDesk(person, actor: cast.position(of: "person \(desks.count + 1)"))
    desks[person] = desk
    return desk
  }
}
