import Measurement
import PolicyFiles
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

/// A policy that is written for another program.
struct ExportedPolicy {
  /// The policy with its layers.
  let strategy: RetryStrategy
  /// The policy, or the operation that it is of, as text.
  let text: String
  /// The operators around it that no policy has.
  let others: [String]

  /// Creates what is exported of a value; `nil` if that is no policy, nor an operation with one for such a file.
  init?(_ definition: Definition, for request: ExportRequest) {
    let source: Source
    switch definition.item {
    case .policy(let strategy):
      (self.strategy, others, text) = (strategy, [], definition.text)
      return
    case .source(let known): (source, text) = (known, definition.text)
    case .measured(let record):
      // What a search found is a policy, and not only its figures.
      guard case .tuned(let found) = record.result, let known = found.source else { return nil }
      (source, text) = (known, found.policy)
    default: return nil
    }
    guard PolicyTarget(path: request.path) != nil, let own = source.ownPolicy else { return nil }
    (strategy, others) = own
  }
}

extension Workspace {
  /// Writes a policy for another program, and tells what that cannot say.
  mutating func export(
    _ policy: ExportedPolicy, _ request: ExportRequest, _ save: @escaping WriteRequest.Save,
    _ call: CommandCall
  ) throws(Diagnostic) {
    let (strategy, text) = (policy.strategy, policy.text)
    guard let target = PolicyTarget(path: request.path) else {
      let known = PolicyTarget.allCases.map(\.example).joined(separator: ", ")
      throw Diagnostic(
        .impossibleValue, "'\(request.path.sanitized)' is no file for a policy", at: call.range,
        fixIt: .advice("a policy is exported as \(known)"))
    }
    if !call.has(.anyway) {
      let missing = policy.others.filter(Self.startsAttempts.contains)
        .map { "its other '\($0)' is left out" }
      try refuse(missing + target.distance(of: strategy), text, request, call)
    }
    let (file, losses) = target.file(of: strategy, written: WrittenText.line(text))
    let isReplacing = try files.write(
      file, to: request.path,
      WriteRequest(save: save, mayReplace: request.over, fixIt: request.fixIt, range: call.range))
    let place = FileWriter.phrase(isReplacing: isReplacing)
    emit(
      .text(
        "exported \(WrittenText.line(text)) to \(request.path.sanitized)\(place): \(target.meaning)"
      ))
    for loss in losses { emit(.note(loss.sanitized)) }
    for other in policy.others { emit(.note("'\(other)' of the operation is for your code")) }
    if call.has(.check) { try check(strategy, text, target.given(strategy, in: file), call) }
  }

  /// The operators that make more attempts, so that a file without them is another policy.
  private static let startsAttempts: Set = ["retry", "retryWhen", "hedge"]

  /// Refuses a file that is far from what was asked for.
  private func refuse(
    _ distance: [String], _ text: String, _ request: ExportRequest, _ call: CommandCall
  ) throws(Diagnostic) {
    guard !distance.isEmpty else { return }
    throw Diagnostic(
      .impossibleValue,
      "'\(request.path.sanitized)' would be far from \(text.sanitized): \(distance.joined(separator: "; "))",
      at: call.range,
      fixIt: .advice("'\(request.again) anyway' writes it all the same"))
  }

  /// Compares a policy with what another program will do, on calls of which half fail.
  private mutating func check(
    _ strategy: RetryStrategy, _ text: String, _ given: String?, _ call: CommandCall
  ) throws(Diagnostic) {
    guard let given, case .success(let written) = Preset.policy(of: given) else {
      return emit(.note("the file is not read back, so that nothing is compared"))
    }
    let fault = strategy.filter.example
    let excluded = strategy.filter.unless.first.map(Fault.init)
    let failing: [(fault: Fault, share: Double)] =
      if let excluded { [(fault, 0.4), (excluded, 0.1)] } else { [(fault, 0.5)] }
    let subjects = ["asked: \(text)", "written: \(given)"]
    do throws(InvalidArgument) {
      let calm = Simulation.Source.operation(
        try Operation("op", faults: .rates(FaultRates(failing))))
      let sources = [calm.retry(strategy), calm.retry(written)]
      let others = excluded.map { ", in a fifth of that with .\($0.kind)" } ?? ""
      emit(.note("on an operation of 100ms that fails half of the time\(others):"))
      conclude(
        .comparison(
          .strategies(runner.trials(calls: 10_000, seed: settings.runSeed).compare(sources)),
          of: zip(sources, subjects).map { ComparedSubject($0, $1) }),
        of: nil, subject: text, seed: settings.runSeed, calls: 10_000)
      try weigh([strategy, written], subjects, fault)
    } catch {
      throw Diagnostic(.impossibleValue, error.description, at: call.range)
    }
  }

  /// Tells what the policies of many calls ask of a server that is down for a while.
  private mutating func weigh(
    _ strategies: [RetryStrategy], _ subjects: [String], _ fault: Fault
  ) throws(InvalidArgument) {
    let second = Nanoseconds(1_000_000_000)
    let server = try Simulation.Server(
      "server", slots: 10, service: .exponential(mean: Nanoseconds(100_000_000)),
      outages: Outages(
        .during([Instant(second * 30)..<Instant(second * 40)]), fault: fault,
        latency: Nanoseconds(50_000_000)))
    let source = Simulation.Source.operation(try Operation("op", on: .server(server)))
    var loads: [Load] = []
    for strategy in strategies {
      loads.append(try Load(source.retry(strategy), .open(perSecond: 50), for: second * 120))
    }
    let samples = runner.measure(loads, runs: 3, seed: settings.runSeed)
    guard samples.count == loads.count, !runner.isInterrupted else { return }
    emit(
      .note(
        "50 calls/s for 2m on a server for 100/s that is down 30s...40s; 'busiest' is a second:"))
    let compared = zip(loads, subjects).map { ComparedSubject(nil, $1) }
    emit(
      .weighed(
        MeasuredRecord(
          source: nil, subject: subjects[0], seed: settings.runSeed, calls: 3,
          result: .comparison(.loads(samples), of: compared))))
  }
}

extension FaultFilter {
  /// An error that is retried, if it names one.
  fileprivate var example: Fault {
    on?.first.map(Fault.init) ?? .unspecified
  }
}

extension Fault {
  /// Creates an error that a pattern matches.
  fileprivate init(_ pattern: FaultPattern) {
    self =
      switch pattern.payload {
      case .value(let value): Fault(pattern.kind, value)
      case .range(let codes): Fault(pattern.kind, .int(codes.lowerBound))
      case .any, .fault: Fault(pattern.kind)
      }
  }
}
