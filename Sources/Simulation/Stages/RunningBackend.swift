import VirtualTime

/// A call that a service will make.
struct ServiceCall {
  let backend: RunningBackend
  /// Its number, drawn so that its own draws are those of no other call.
  let number: UInt64
  let patron: Patron

  init(_ backend: RunningBackend, number: UInt64, for patron: Patron) {
    self.backend = backend
    self.number = number
    self.patron = patron
  }
}

/// The plans by which services call a backend; each serves one call at a time.
final class RunningBackend {
  private let source: Source
  /// Kept without the shared resources, which keep this backend.
  private let site: Site
  private unowned let shared: SharedResources
  private let parts: PlanParts
  private var idle: [BackendPlan] = []
  private var count = 0

  init(_ backend: Backend, _ actors: ActorTable, _ site: Site) {
    source = backend.source
    shared = site.shared
    parts = PlanParts(actors)
    var site = site
    site.shared = SharedResources()
    site.scope = nil
    site.program = nil
    self.site = site
  }

  var name: String { source.subject }

  /// Builds the first plan.
  func prepare() { idle.append(newPlan()) }

  /// Returns an idle plan, or stops if there are too many.
  func takePlan(_ run: inout Run) -> BackendPlan? {
    if let plan = idle.popLast() { return plan }
    guard count < Limits.mostPlans else {
      run.stopAll(at: .crowd(Limits.mostPlans))
      return nil
    }
    return newPlan()
  }

  func giveBack(_ plan: BackendPlan) { idle.append(plan) }

  private func newPlan() -> BackendPlan {
    count += 1
    var site = site
    site.shared = shared
    let (root, actors) = parts.plan(for: source, at: site)
    return BackendPlan(root, actors)
  }
}

/// A plan of a backend and its running calls, one after the other.
final class BackendPlan {
  private let root: Stage
  private let actors: ActorTable
  /// The number under which it runs, once it has.
  private var service: Int32?

  init(_ root: Stage, _ actors: ActorTable) {
    self.root = root
    self.actors = actors
  }

  /// Starts a call whose end a slot receives.
  func begin(_ call: ServiceCall, heardBy slot: ServiceStage, _ run: inout Run) {
    let service = self.service ?? run.addService(actors)
    self.service = service
    root.attach(to: slot)
    run.beginService(service, call: call.number, for: call.patron)
    root.subscribe(&run)
  }

  func cancel(_ run: inout Run) {
    guard let service else { return }
    run.enter(service)
    root.cancel(&run)
  }
}
