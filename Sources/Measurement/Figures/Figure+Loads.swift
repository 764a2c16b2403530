import RetryNumerics
import Simulation

// The figures of loads, one description each.

extension Figure {
  static let loads =
    [goodput, offered, busiest, amplification, successInTime] + atServers
    + byPhase.flatMap(\.figures) + [recovery, stuck, finished]

  /// Whether it is known of one server, and not only of calls.
  package var isOfServers: Bool { Self.atServers.contains { $0.name == name } }

  package static let goodput = Figure(
    .ofRun(.rate) { $0.perSecond($0.total?.succeeded) }, named: "goodput",
    "the calls per second that succeeded")

  package static let amplification = Figure(
    .ofRun(.number) { run in
      run.total.flatMap { $0.begun > 0 ? Double($0.attempts) / Double($0.begun) : nil }
    }, named: "amplification", "the attempts per call that started")

  private static let successInTime = Figure(
    .ofRun(.share) { run in
      guard run.isWhole, run.calls.calls > 0 else { return nil }
      let inTime = run.calls.outcomes.success - run.record.succeededLate
      return Double(inTime) / Double(run.calls.calls)
    }, named: "successInTime", inFiles: "success_in_time",
    "the share of calls that had succeeded by the end of the load; 'success' includes those that were in flight then and succeeded later"
  )

  package static let busiest = Figure(
    .ofRun(.rate) { $0.isWhole ? Double($0.record.busiest) : nil }, named: "busiest",
    "the attempts in the busiest second, such as that of a herd of retries")

  /// The share of attempts that were not the first of their call.
  package static let retried = Figure(
    .ofRun(.share) { run in
      run.total.flatMap { $0.attempts > 0 ? Double($0.retries) / Double($0.attempts) : nil }
    })

  package static let offered = Figure(
    .ofRun(.rate) { $0.perSecond($0.total?.attempts) }, named: "offered",
    "the attempts per second, retries included")

  private static let atServers = [
    Figure(
      .ofRun(.number) { run in
        run.total.flatMap { $0.begun > 0 ? Double(run.sum(\.arrived)) / Double($0.begun) : nil }
      }, named: "requests", "the requests at servers per call that started"),
    Figure(
      .ofRun(.share) { $0.share(\.refused, of: \.arrived) }, named: "refused",
      "the share of attempts that servers refused"
    ).outOf { $0.sum(\.arrived) },
    Figure(
      .ofRun(.share) { $0.share(\.abandoned, of: \.arrived) }, named: "abandoned",
      "the share of attempts whose caller left while they were queued"
    ).outOf { $0.sum(\.arrived) },
    Figure(
      .ofRun(.share) { $0.share(\.wasted, of: \.served) }, named: "wastedWork",
      inFiles: "wasted_work", "the share of services whose caller had left"
    ).outOf { $0.sum(\.served) },
    Figure(
      .ofRun(.share) { run in
        let caches = run.caches
        let asked = caches.reduce(0) { $0 + $1.arrived }
        return asked > 0 ? Double(caches.reduce(0) { $0 + $1.hits }) / Double(asked) : nil
      }, named: "hits", "the share of what caches were asked that they answered",
      if: { $0.sample?.runs.contains { !$0.caches.isEmpty } == true }),
    queue, busy,
    Figure(
      .ofRun(.number) { $0.greatest { figures, _ in Double(figures.longestQueue) } }, named: "peak",
      inFiles: "peak_queue", "the longest queue of a server"),
  ]

  /// Whether only a load has it that something disturbs for a time.
  package var isOfDisturbances: Bool {
    (Figure.byPhase.flatMap(\.figures) + [Figure.recovery, Figure.stuck]).contains {
      $0.name == name
    }
  }

  private static let recovery = Figure(
    .ofRun(.duration) { run in
      switch run.aftermath {
      case .recovered(let time): Double(time.count)
      case .stuck: .infinity
      case nil: nil
      }
    }, "recovery",
    "the time from the end of an outage or a spike until the goodput is back within 5%; never, if it is not back at the end",
    key: Key(
      nil, "recovery_ns",
      "the time from the end of an outage or a spike until the goodput is back within 5%; null if a run did not recover"
    ), column: "recovery_ns", if: \.hasTrigger)

  package static let stuck = Figure(
    .shareOfRuns { $0.aftermath?.isStuck }, named: "stuck",
    "the share of runs whose goodput is not back at the end", if: \.hasTrigger)

  package static let finished = Figure(
    .ofRun(.duration) { $0.record.finished.map { Double($0.count) } }, "finished",
    "the time until the last client had made all its calls",
    key: Key(
      nil, "finished_ns",
      "the time until the last client had made all its calls; null if clients go on calling"),
    column: "finished_ns",
    if: { calls in calls.sample?.runs.contains { $0.record.finished != nil } == true })

  package static let queue = Figure(
    .ofRun(.number) { run in
      run.greatest { figures, _ in Double(figures.waiting) / run.nanoseconds }
    }, named: "queue", "the mean queue of the server with the longest")

  package static let busy = Figure(
    .ofRun(.share) { run in
      run.greatest { figures, resource in
        resource.slots.map { Double(figures.busy) / run.nanoseconds / Double($0) }
      }
    }, named: "busy", "the utilization of the busiest server")
}

extension [MeasuredCalls] {
  /// The part of the best success rate that a load bears.
  private static let tolerated = 0.95

  /// The last of some loads of rising weight before success falls for the first time, if it falls.
  package var knee: Int? {
    let rates = map { $0.sample == nil ? nil : $0.all.successRate?.value }
    guard let best = rates.compactMap(\.self).max(),
      let fall = rates.firstIndex(where: { ($0 ?? 0) < Self.tolerated * best }), fall > 0
    else { return nil }
    return fall - 1
  }
}

// MARK: - What they are read from

extension MeasuredCalls {
  fileprivate var hasTrigger: Bool { sample?.runs.contains { $0.aftermath != nil } == true }
}

extension LoadMeasurement {
  /// The length of the measured part in nanoseconds.
  fileprivate var nanoseconds: Double { total.map { Double($0.length.count) } ?? 0 }

  /// Returns a number of events per second, if any time passed.
  fileprivate func perSecond(_ count: UInt64?) -> Double? {
    guard let count, nanoseconds > 0 else { return nil }
    return Double(count) / nanoseconds * 1e9
  }

  /// Returns the share of some events at all servers and channels, if there were any.
  fileprivate func share(
    _ some: (ResourceFigures) -> UInt64, of all: (ResourceFigures) -> UInt64
  ) -> Double? {
    let count = sum(all)
    return count > 0 ? Double(sum(some)) / Double(count) : nil
  }

  fileprivate func sum(_ count: (ResourceFigures) -> UInt64) -> UInt64 {
    zip(total?.resources ?? [], record.resources).reduce(0) {
      $0 + ($1.1.isCache ? 0 : count($1.0))
    }
  }

  fileprivate var caches: [ResourceFigures] {
    zip(total?.resources ?? [], record.resources).filter(\.1.isCache).map(\.0)
  }

  fileprivate func greatest(_ number: (ResourceFigures, WatchedResource) -> Double?) -> Double? {
    guard let total, nanoseconds > 0 else { return nil }
    return zip(total.resources, record.resources).compactMap(number).max()
  }
}
