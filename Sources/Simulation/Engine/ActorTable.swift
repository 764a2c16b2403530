import VirtualTime

/// The named actors of a plan: everything that draws random numbers or is counted.
///
/// Places with the same name share an actor: their attempts are numbered together, and moving a line changes no
/// draw. Copies of a table share the names of the plan, so each of many clients has only counts of its own.
struct ActorTable {
  /// What stays the same about an actor.
  struct Actor {
    let name: String
    let key: DrawKey
  }

  /// What an actor has done in the current call.
  struct Count {
    /// The number of its attempts, decisions or closure calls.
    var number: UInt32 = 0
    /// Whether a burst is in progress, once known.
    var isInBurst: Bool?
  }

  /// The maximum number of actors added while calls run.
  ///
  /// Beyond it, they are removed before the next call.
  private static let capacity = 1000

  private let seed: UInt64
  private var actors: [Actor] = []
  private var positions: [String: Int] = [:]
  private var counts: [Count] = []
  /// The number of actors of the plan itself.
  private var planned = 0
  /// The number of times that added actors were removed.
  ///
  /// Each removal outdates the stages built before.
  private(set) var generation = 0

  init(seed: UInt64) {
    self.seed = seed
  }

  /// An empty table with the same draws.
  var blank: ActorTable { ActorTable(seed: seed) }

  func key(of name: String) -> DrawKey { DrawKey(seed: seed, name: name) }

  /// Returns the index of an actor by name, adding it if it is new.
  mutating func position(of name: String) -> Int {
    if let known = positions[name] { return known }
    actors.append(Actor(name: name, key: key(of: name)))
    counts.append(Count())
    positions[name] = actors.count - 1
    return actors.count - 1
  }

  var count: Int { actors.count }

  /// Marks the plan as complete; later actors are temporary.
  mutating func close() {
    planned = actors.count
  }

  mutating func restart() {
    if actors.count > planned + Self.capacity { forgetGuests() }
    for index in counts.indices { counts[index] = Count() }
  }

  /// What its actors have done in the current call.
  var counted: [Count] { counts }

  /// Goes on with a call, from what its actors had done.
  mutating func resume(_ counted: [Count]) {
    for (index, count) in zip(counts.indices, counted) { counts[index] = count }
  }

  private mutating func forgetGuests() {
    let planned = planned
    actors.removeLast(actors.count - planned)
    counts.removeLast(counts.count - planned)
    positions = positions.filter { $0.value < planned }
    generation += 1
  }

  @inline(__always)
  @discardableResult
  mutating func count(_ position: Int) -> Int {
    counts[position].number &+= 1
    return Int(counts[position].number)
  }

  subscript(position: Int) -> Actor { actors[position] }

  /// Whether a burst is in progress for an actor, once known.
  subscript(burstOf position: Int) -> Bool? {
    get { counts[position].isInBurst }
    set { counts[position].isInBurst = newValue }
  }

  /// Returns the draws of an actor for a purpose at its current count.
  func draws(of position: Int, in call: UInt64, for purpose: Draws.Purpose) -> Draws {
    Draws(
      actors[position].key, call: call, attempt: counts[position].number, purpose: purpose)
  }
}
