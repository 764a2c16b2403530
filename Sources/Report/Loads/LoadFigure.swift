import RetryNumerics
import Simulation
import VirtualTime

/// A figure of a load, over time; loads beside each other share it.
struct LoadFigure: Hashable {
  /// What a figure is about: the calls, or a server or a strategy, told from others of its name by their order.
  enum Subject: Hashable {
    case calls
    case resource(String, turn: Int)
    case strategy(String, turn: Int)
  }

  /// What is counted or measured.
  enum Quantity: Hashable {
    case begun, succeeded, failed, retries, latency, inFlight
    case utilization, queue, refused, hits
    case level(StrategyMeasure)
  }

  let subject: Subject
  let quantity: Quantity

  /// The name of the server or the strategy, if it is about one.
  var name: String? {
    switch subject {
    case .calls: nil
    case .resource(let name, _), .strategy(let name, _): name
    }
  }
}

extension LoadFigure {
  /// Returns the figures of a load in the order of a chart, each with its values.
  static func all(
    of record: LoadRecord
  ) -> [(figure: LoadFigure, value: (LoadSpan) -> Double?)] {
    // Resources and strategies of the same name are told apart by their turn.
    var turns: [Subject: Int] = [:]
    func turn(_ subject: Subject) -> Int {
      defer { turns[subject, default: 0] += 1 }
      return turns[subject, default: 0]
    }
    var all: [(figure: LoadFigure, value: (LoadSpan) -> Double?)] = []
    func add(_ values: [Value], about subject: Subject) {
      all += values.map { (LoadFigure(subject: subject, quantity: $0), $1) }
    }
    add(ofCalls, about: .calls)
    for (index, resource) in record.resources.enumerated() {
      let turn = turn(.resource(resource.name, turn: 0))
      add(figures(of: resource, at: index), about: .resource(resource.name, turn: turn))
    }
    for (index, strategy) in record.strategies.enumerated() {
      let turn = turn(.strategy(strategy.name, turn: 0))
      add(figures(of: strategy, at: index), about: .strategy(strategy.name, turn: turn))
    }
    return all
  }

  private typealias Value = (quantity: Quantity, value: (LoadSpan) -> Double?)

  private static var ofCalls: [Value] {
    [
      (.begun, { Double($0.begun) / $0.seconds }),
      (.succeeded, { Double($0.succeeded) / $0.seconds }),
      (.failed, { Double($0.failed) / $0.seconds }),
      (.retries, { Double($0.retries) / $0.seconds }),
      (.latency, { $0.ended > 0 ? Double($0.latency) / Double($0.ended) : nil }),
      (.inFlight, { Double($0.underWay) / Double($0.length.count) }),
    ]
  }

  private static func figures(of resource: WatchedResource, at index: Int) -> [Value] {
    let slots = Double(resource.slots ?? 1)
    return [
      (.utilization, { Double($0.resources[index].busy) / Double($0.length.count) / slots }),
      (.queue, { Double($0.resources[index].waiting) / Double($0.length.count) }),
      (.refused, { Double($0.resources[index].refused) / $0.seconds }),
      (
        .hits,
        {
          let figures = $0.resources[index]
          return figures.arrived > 0 ? Double(figures.hits) / Double(figures.arrived) : 0
        }
      ),
    ]
  }

  private static func figures(of strategy: WatchedStrategy, at index: Int) -> [Value] {
    let refused: Value = (.refused, { Double($0.strategies[index].refused) / $0.seconds })
    guard let measure = strategy.measure else { return [refused] }
    return [(.level(measure), { $0.strategies[index].level }), refused]
  }
}

extension LoadFigure.Quantity {
  var word: String {
    switch self {
    case .begun: "calls"
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .retries: "retries"
    case .latency: "latency"
    case .inFlight: "in flight"
    case .utilization: "util"
    case .queue: "queue"
    case .refused: "refused"
    case .hits: "hits"
    case .level(let measure): measure.rawValue
    }
  }

  var unit: String {
    switch self {
    case .level(.rate): "/s"
    default: ""
    }
  }

  /// Whether it is how many calls or attempts there are in some time.
  var countsCalls: Bool {
    switch self {
    case .begun, .succeeded, .failed, .retries, .refused: true
    default: false
    }
  }

  func text(_ value: Double) -> String {
    switch self {
    case .utilization, .hits, .level(.open), .level(.drops): Figures.share(value)
    case .latency, .level(.wait), .level(.delay): Figures.time(value)
    default: Figures.rough(value)
    }
  }

  /// The value of the highest bar, if it is known.
  var most: Double? {
    switch self {
    case .utilization, .hits, .level(.open), .level(.drops): 1
    default: nil
    }
  }

  /// Figures of high rank are left out where there is little room.
  var rank: Int {
    switch self {
    case .succeeded: 0
    case .retries: 1
    case .latency: 2
    case .queue: 3
    case .begun, .level: 4
    case .failed: 5
    case .inFlight: 6
    case .utilization: 7
    case .refused: 8
    case .hits: 9
    }
  }
}

extension LoadSpan {
  fileprivate var seconds: Double { Double(length.count) / 1e9 }
}
