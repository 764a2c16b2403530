/// The stages of the sources that closures give while a call runs.
///
/// A stage whose subscription is over is used again: any leaf can become any other leaf, and a plan that
/// comes up once more finds its old stages. So a closure that answers with leaves costs no memory.
struct InnerStages {
  /// More idle stages than this are not kept.
  private static let capacity = 16

  private let site: Site
  private var leaves: [LeafStage] = []
  private var plans: [Stage] = []
  /// The generation of the table of actors that the plans know.
  private var generation = 0

  /// Creates the stages for sources that come up at a place in the plan.
  init(_ site: Site) {
    self.site = site
  }

  /// Returns a stage for a source, or `nil` if a limit stops the call.
  mutating func take(_ source: Source, _ run: inout Run) -> Stage? {
    switch source.form {
    case .leaf(let leaf):
      guard let idle = leaves.popLast() else { return LeafStage(leaf) }
      idle.leaf = leaf
      return idle
    case .composed(let blueprint):
      // Counted also where an old stage is found, so that a call does not depend on those before it.
      guard !run.isHalted, run.countEvents(blueprint.size) else { return nil }
      if generation != run.actors.generation {
        plans.removeAll()
        generation = run.actors.generation
      }
      if let index = plans.lastIndex(where: { $0.origin === blueprint }) {
        return plans.remove(at: index)
      }
      return build(source, blueprint, &run)
    }
  }

  private func build(_ source: Source, _ blueprint: Blueprint, _ run: inout Run) -> Stage? {
    if let limit = site.refusal(of: source) {
      run.stop(at: limit)
      return nil
    }
    // The actors are lent to the builder, because a copy would be copied in full at each new name.
    var builder = Builder(actors: ActorTable(seed: 0), site: site)
    swap(&builder.actors, &run.actors)
    builder.site.depth += source.depth
    let stage = builder.stage(for: blueprint)
    swap(&builder.actors, &run.actors)
    stage.origin = blueprint
    return stage
  }

  /// Returns a stage to the pool after its subscription.
  mutating func giveBack(_ stage: Stage, _ run: inout Run) {
    // What no plan made is a leaf, and asking for its class would cost more than all else here.
    if stage.origin == nil {
      leaves.append(unsafeDowncast(stage, to: LeafStage.self))
      return
    }
    plans.append(stage)
    if plans.count > Self.capacity { run.retire(plans.removeFirst()) }
  }
}

/// The subscriptions to inner sources that a stage has at one time, each on a port of its own.
struct InnerSubscriptions {
  /// The port of the first subscription; the one below belongs to the stage's own input.
  private static let firstPort = 1

  private var stages: InnerStages
  private var active: [Stage?] = []
  /// The positions in it that are free.
  private var free: [Int] = []
  /// The number of subscriptions that go on.
  private(set) var count = 0

  /// Creates a stage's inner subscriptions, of which there are none yet.
  init(_ site: Site) {
    stages = InnerStages(site)
  }

  /// The stages that are subscribed.
  var live: [Stage] { active.compactMap(\.self) }

  /// Makes ready a subscription to a source, which the caller then begins.
  mutating func add(_ source: Source, for listener: Stage, _ run: inout Run) -> Stage? {
    guard let stage = stages.take(source, &run) else { return nil }
    let slot = free.popLast() ?? active.endIndex
    if slot == active.endIndex { active.append(stage) } else { active[slot] = stage }
    count += 1
    stage.attach(to: listener, port: Self.firstPort + slot)
    return stage
  }

  /// Removes the ended subscription on a port.
  mutating func remove(port: Int, _ run: inout Run) {
    let slot = port - Self.firstPort
    guard slot < active.count, let stage = active[slot] else { return }
    if slot == active.count - 1 {
      active.removeLast()
    } else {
      active[slot] = nil
      free.append(slot)
    }
    count -= 1
    stages.giveBack(stage, &run)
  }

  /// Cancels every subscription.
  ///
  /// The ports are given out from the first again, so that what was before leaves no trace in their order.
  mutating func cancelAll(_ run: inout Run) {
    guard !active.isEmpty else { return }
    for case let stage? in active {
      stage.cancel(&run)
      stages.giveBack(stage, &run)
    }
    active.removeAll(keepingCapacity: true)
    free.removeAll(keepingCapacity: true)
    count = 0
  }
}
