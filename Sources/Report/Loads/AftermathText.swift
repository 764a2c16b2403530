import Measurement
import RetryNumerics
import Simulation

/// Describes what became of a load after its trigger.
struct AftermathText {
  private let runs: [Aftermath]
  /// What has ended, and when, such as `the outage ended at 15s`.
  private let ending: String

  init(_ sample: LoadSample) {
    runs = sample.runs.compactMap(\.aftermath)
    ending = sample.load.trigger?.ending ?? ""
  }

  /// The description, if the load has a trigger.
  var text: String? {
    if runs.count > 1 { return ofSeveral }
    return runs.first.map { aftermath in
      switch aftermath {
      case .recovered(let time): "recovered \(after(Double(time.count)))"
      case .stuck(let time, let congestion): stuck(time, congestion)
      }
    }
  }

  private var ofSeveral: String {
    let times = runs.compactMap { if case .recovered(let time) = $0 { time } else { nil } }
    let mean = Double(times.reduce(0) { $0 + $1.count }) / Double(max(times.count, 1))
    let worst = runs.first(where: \.isStuck)
    guard case .stuck(let time, let congestion)? = worst else {
      return "all \(runs.count) runs recovered, on average \(after(mean))"
    }
    let others = times.isEmpty ? "" : "; the others recovered, on average \(after(mean))"
    return
      "\(runs.count - times.count) of \(runs.count) runs are \(stuck(time, congestion))\(others)"
  }

  private func after(_ nanoseconds: Double) -> String {
    nanoseconds == 0 ? "as soon as \(ending)" : "\(Figures.time(nanoseconds)) after \(ending)"
  }

  private func stuck(_ time: Nanoseconds, _ congestion: Aftermath.Congestion) -> String {
    var text =
      "still stuck \(time.brief) after \(ending): \(Figures.rate(congestion.offered)) offered"
    if let capacity = congestion.capacity {
      text += " to a capacity of \(Figures.rate(capacity))"
    }
    if let bearable = congestion.bearable, congestion.amplification > 1.005 {
      text +=
        "; with \(Figures.number(congestion.amplification)) attempts per call, it needs less than \(Figures.rate(bearable)) to recover"
    }
    return text
  }
}

extension Load.Trigger {
  fileprivate var ending: String {
    let end = times.upperBound.brief
    return switch kind {
    case .outage: "the outage ended at \(end)"
    case .burst: "the burst ended at \(end)"
    case .surge: "the surge ended at \(end)"
    case .clearing: "the cache was cleared at \(end)"
    }
  }
}
