import Measurement
import PolicyFiles
import RetryLanguage
import RetryNumerics
import Simulation
import TextLayout
import VirtualTime

extension Session {
  /// Writes a policy for another program, and tells what that cannot say.
  mutating func export(
    _ strategy: RetryStrategy, written text: String, _ request: ExportRequest,
    _ save: @escaping WriteRequest.Save, _ call: CommandCall
  ) throws(Diagnostic) {
    guard let target = PolicyTarget(path: request.path) else {
      let known = PolicyTarget.allCases.map(\.example).joined(separator: ", ")
      throw Diagnostic(
        .impossibleValue, "'\(request.path.sanitized)' is no file for a policy", at: call.range,
        mend: .advice("a policy is exported as \(known)"))
    }
    let (file, losses) = target.file(of: strategy, written: text.sanitized)
    try files.write(
      file, to: request.path,
      WriteRequest(save: save, mayReplace: request.over, mend: request.mend, range: call.range))
    emit(.text("exported \(text.sanitized) to \(request.path.sanitized): \(target.meaning)"))
    for loss in losses { emit(.note(loss.sanitized)) }
    if call.has(.check) { try check(strategy, text, target, call) }
  }

  /// Compares a policy with what another program will do, on calls of which half fail.
  private mutating func check(
    _ strategy: RetryStrategy, _ text: String, _ target: PolicyTarget, _ call: CommandCall
  ) throws(Diagnostic) {
    guard let translation = target.translation(of: strategy) else {
      return emit(.note("the Retry library does what was asked: nothing to compare"))
    }
    guard case .success(let written) = Preset.policy(of: "\(translation.call)") else {
      throw Diagnostic(.impossibleValue, "\(translation.call) is refused", at: call.range)
    }
    let operation = try reference(for: strategy, at: call.range)
    let sources = [operation.retry(strategy), operation.retry(written)]
    let trials = runner.trials(calls: 10_000, seed: settings.seed)
    emit(.note("on an operation of 100ms that fails half of the time:"))
    conclude(
      .comparison(
        .strategies(trials.compare(sources)),
        of: [
          ComparedSubject(sources[0], "asked: \(text)"),
          ComparedSubject(sources[1], "written: \(translation.call)"),
        ]), of: nil, subject: text, seed: settings.seed, calls: 10_000)
  }

  /// Returns an operation that fails with an error that a strategy retries.
  private func reference(
    for strategy: RetryStrategy, at range: Range<Int>
  ) throws(Diagnostic) -> Simulation.Source {
    let fault = strategy.filter.on?.first.map { pattern in
      switch pattern.payload {
      case .value(let value): Fault(pattern.kind, value)
      case .range(let codes): Fault(pattern.kind, .int(codes.lowerBound))
      case .any, .fault: Fault(pattern.kind)
      }
    }
    do throws(InvalidArgument) {
      return .operation(
        try Operation("op", faults: .rates(FaultRates(0.5, of: fault ?? .unspecified))))
    } catch {
      throw Diagnostic(.impossibleValue, error.description, at: range)
    }
  }
}
