/// The stages of the sources that closures return during a call.
///
/// A stage is reused after its subscription: any leaf can become any other leaf, and a plan that recurs finds its
/// old stages. A closure that returns leaves therefore allocates no memory.
struct InnerStages {
  /// The maximum number of idle stages.
  private static let capacity = 16

  private let site: Site
  private var leaves: [LeafStage] = []
  private var plans: [Stage] = []
  /// The generation of the actor table for which the stages were built.
  private var generation = 0

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
      // Counted even if an old stage is reused, so that a call does not depend on earlier calls.
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
    // The table of actors is moved to the builder, because a copy would be duplicated at each new name.
    var builder = Builder(actors: ActorTable(seed: 0), site: site)
    swap(&builder.actors, &run.actors)
    builder.site.depth += source.depth
    let stage = builder.stage(of: blueprint)
    swap(&builder.actors, &run.actors)
    stage.origin = blueprint
    return stage
  }

  mutating func giveBack(_ stage: Stage, _ run: inout Run) {
    // Only a leaf has no origin.
    if stage.origin == nil, let leaf = stage as? LeafStage {
      leaves.append(leaf)
      return
    }
    plans.append(stage)
    if plans.count > Self.capacity { run.retire(plans.removeFirst()) }
  }
}

/// The current subscriptions to inner sources of a stage, each on its own port.
struct InnerSubscriptions {
  /// The first port for inner subscriptions; the port below is that of the stage's own input.
  private static let firstPort = 1

  private var stages: InnerStages
  private var active: [Stage?] = []
  private var free: [Int] = []
  private(set) var count = 0

  init(_ site: Site) {
    stages = InnerStages(site)
  }

  var live: [Stage] { active.compactMap(\.self) }

  /// Prepares a subscription to a source; the caller then starts it.
  mutating func add(_ source: Source, for listener: Stage, _ run: inout Run) -> Stage? {
    guard let stage = stages.take(source, &run) else { return nil }
    let slot = free.popLast() ?? active.endIndex
    if slot == active.endIndex { active.append(stage) } else { active[slot] = stage }
    count += 1
    stage.attach(to: listener, port: Self.firstPort + slot)
    return stage
  }

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

  /// Cancels all subscriptions.
  ///
  /// Port numbers start over, so that earlier subscriptions do not affect the order.
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
