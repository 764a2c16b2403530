import RetryNumerics
import VirtualTime

/// A client of a load.
final class ClientStage: Stage {
  /// Without its simulation, nothing reaches a client.
  private let simulation: Unretained<LoadSimulation>
  let root: RootStage
  let population: Int
  /// The number of its current or next call.
  var call: UInt64 = 0

  init(_ simulation: LoadSimulation, _ root: RootStage, of population: Int, index: Int32) {
    self.simulation = Unretained(simulation)
    self.root = root
    self.population = population
    super.init()
    client = index
    root.attach(to: self)
  }

  override func fire(_ run: inout Run) {
    simulation.with { $0.begin(self, &run) }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard let end = root.end else {
      preconditionFailure("call \(call) of client \(client) sends \(signal) before its end")
    }
    simulation.with { $0.end(self, end, &run) }
  }
}

/// The state of one of several loads that run together.
struct PopulationState {
  /// What its clients share.
  let parts: PlanParts
  /// Its idle clients, if it is an open load.
  var idle: [ClientStage] = []
  /// The alarm for its next call.
  var arrivals: Alarm?

  init(_ actors: ActorTable) {
    parts = PlanParts(actors)
  }
}
