import Simulation

/// A batch of the calls of one of several subjects, or one run of a load.
///
/// The same batch of every subject has the same random draws, so that batches of two subjects are pairs.
package struct TrialBatch: Hashable, Sendable {
  /// The subject, as its place in a list.
  package let subject: Int
  package let number: Int

  package init(subject: Int, number: Int) {
    (self.subject, self.number) = (subject, number)
  }
}

/// The result of a batch.
package enum BatchResult: Sendable {
  case calls(Measurement)
  case run(LoadMeasurement)
}

extension Trials {
  /// Measures batches of subjects; the result of each is at its place, and missing after an interruption.
  ///
  /// A batch of calls has a number of them, the batch of a load is the run whose seed has its number.
  package func measure(
    _ batches: [TrialBatch], of subjects: [Runnable], each size: Int
  ) -> [BatchResult?] {
    let round = BatchRound(batches: batches, subjects: subjects, size: size)
    var trials = self
    trials.calls = 0..<UInt64(batches.count)
    // A batch is measured on one thread: there are more batches than threads.
    var single = self
    (single.threads, single.division, single.watch.progress) = (1, nil, nil)
    let part = trials.gather(share: 1, nanosecondsPerCall: round.nanosecondsPerBatch) {
      [single] in BatchWorker(round, single)
    }
    return batches.indices.map { part.results[$0] }
  }
}

private struct BatchRound: Sendable {
  let batches: [TrialBatch]
  let subjects: [Runnable]
  let size: Int

  /// About how long a batch takes: some hundred calls, or the run of a load.
  var nanosecondsPerBatch: Int64 {
    switch subjects.first {
    case .calls?, nil: 200 * Int64(size)
    case .load(let load)?: load.nanosecondsPerRun
    }
  }
}

/// The results of batches, by their places.
private struct BatchPart: Mergeable {
  let round: BatchRound
  var results: [Int: BatchResult] = [:]

  mutating func merge(_ other: BatchPart) {
    results.merge(other.results) { first, _ in first }
  }

  mutating func code(with coder: inout ByteCoder) {
    let places = results.keys.sorted()
    for index in 0..<coder.codeCount(places.count) {
      var place = coder.isReading ? 0 : places[index]
      coder.code(&place)
      coder.require(round.batches.indices.contains(place))
      guard round.batches.indices.contains(place) else { return }
      switch round.subjects[round.batches[place].subject] {
      case .calls:
        var measured = Measurement()
        if case .calls(let known)? = results[place] { measured = known }
        coder.code(&measured)
        results[place] = .calls(measured)
      case .load(let load):
        var runs: [LoadMeasurement] = []
        if case .run(let known)? = results[place] { runs = [known] }
        LoadMeasurement.code(&runs, of: load, with: &coder)
        coder.require(runs.count == 1)
        results[place] = runs.first.map(BatchResult.run)
      }
    }
  }
}

private struct BatchWorker: TrialWorker {
  private let trials: Trials
  private(set) var part: BatchPart
  /// The plan of the last subject, of which more batches follow.
  private var known: (subject: Int, plan: Plan)?
  private enum Plan {
    case calls(MeasurementPlan)
    case load(LoadPlan, MeasurementPath)
  }

  init(_ round: BatchRound, _ trials: Trials) {
    self.trials = trials
    part = BatchPart(round: round)
  }

  mutating func work(on places: Range<UInt64>) -> Bool {
    for place in places {
      let batch = part.round.batches[Int(place)]
      let result = measure(batch)
      if trials.watch.isInterrupted?() == true { return false }
      part.results[Int(place)] = result
    }
    return true
  }

  private mutating func measure(_ batch: TrialBatch) -> BatchResult {
    switch plan(of: batch.subject) {
    case .calls(let plan):
      let (size, first) = (part.round.size, trials.calls.lowerBound)
      var trials = trials
      trials.calls = first + UInt64(batch.number * size)..<first + UInt64((batch.number + 1) * size)
      return .calls(trials.measure(plan))
    case .load(let plan, let path):
      return .run(
        LoadMeasurement(
          plan, seed: trials.seed &+ UInt64(batch.number), limits: trials.limits, path: path,
          isInterrupted: trials.watch.isInterrupted))
    }
  }

  private mutating func plan(of subject: Int) -> Plan {
    if let known, known.subject == subject { return known.plan }
    let plan: Plan =
      switch part.round.subjects[subject] {
      case .calls(let source): .calls(trials.plan(source))
      case .load(let load):
        {
          let plan = LoadPlan(load, limits: trials.limits)
          return .load(plan, trials.way(of: plan).path)
        }()
      }
    known = (subject, plan)
    return plan
  }
}
