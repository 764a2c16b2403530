import RetryNumerics
import VirtualTime

/// A client of a load.
final class ClientStage: Stage {
  private unowned let crowd: Crowd
  /// Its plan.
  let root: RootStage
  /// The index of its population.
  let population: Int
  /// The number of its current or next call.
  var call: UInt64 = 0

  /// Creates an idle client.
  init(_ crowd: Crowd, _ root: RootStage, of population: Int, index: Int32) {
    self.crowd = crowd
    self.root = root
    self.population = population
    super.init()
    client = index
    root.attach(to: self)
  }

  override func fire(_ run: inout Run) {
    crowd.begin(self, &run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard signal.isEnd, let end = root.end else { return }
    crowd.end(self, end, &run)
  }
}

/// The stage that starts calls of an open load.
final class ArrivalStage: Stage {
  private unowned let crowd: Crowd
  private var next: UInt64 = 0
  /// The index of its population.
  let population: Int

  /// Creates an idle stage.
  init(_ crowd: Crowd, population: Int) {
    self.crowd = crowd
    self.population = population
    super.init()
    client = .nobody
  }

  override func fire(_ run: inout Run) {
    next += 1
    crowd.arrive(next - 1, at: self, &run)
  }
}

/// The stage that ends the time spans.
final class TickStage: Stage {
  private unowned let crowd: Crowd

  /// Creates an idle stage.
  init(_ crowd: Crowd) {
    self.crowd = crowd
    super.init()
    client = .nobody
  }

  override func fire(_ run: inout Run) {
    crowd.cut(at: self, &run)
  }
}

extension Int32 {
  /// The only client, or the first of several.
  static let first: Int32 = 0
  /// The client of stages that belong to no call; the calls of services have lower numbers.
  static let nobody: Int32 = -1
}
