import Retry
import RetryLanguage
import RetryNumerics
import Simulation

/// The parts of strategies that can have no effect: jitter without a delay, and errors that do not occur inside.
struct IneffectiveParts {
  /// The warnings about jitter.
  private(set) var jitters: [String] = []
  /// The warnings about kinds of error, with suggestions.
  private(set) var kinds: [String] = []
  /// The warnings about kinds that are probably misspelt, or for want of which nothing is retried.
  private var mistakes: [String] = []

  /// The warnings that belong to a result, which otherwise would not show why the strategy does so little.
  ///
  /// To name errors that do not occur is usual for a policy that many operations share.
  var ofResult: [String] { jitters + mistakes }

  /// Analyses the strategies of a source, the outermost first.
  init(_ known: KnownSource) {
    for part in known.parts({ $0.answers + $0.inputs }) { add(part) }
  }

  private mutating func add(_ known: KnownSource) {
    guard case .retry(let strategy) = known.source.kind else { return }
    // A library's own settings have other names.
    if strategy.library == nil { addJitter(strategy.policy.rules) }
    let kinds = known.inputs[0].facts.kinds
    if let library = strategy.library {
      addLibrary(library, strategy.filter, among: kinds)
    } else {
      addKinds(strategy.filter, among: kinds)
    }
  }

  private mutating func addJitter(_ rules: RetryRules) {
    guard !rules.backoff.steps.isEmpty, rules.mostAttempts ?? .max > 1,
      DelaySchedule(rules).longest == .zero
    else { return }
    jitters.append("the jitter has no delay to change; add 'delay:' or 'backoff:'")
  }

  /// Adds a warning if a library retries none of the errors, of which only it knows which it names.
  private mutating func addLibrary(
    _ library: String, _ filter: FaultFilter, among kinds: Set<String>?
  ) {
    guard let kinds, !kinds.isEmpty, let on = filter.on,
      !on.contains(where: { kinds.contains($0.kind) })
    else { return }
    let errors = kinds.sorted().map { ".\($0)" }.joined(separator: ", ")
    mistakes.append("\(library) retries none of \(errors); 'on:' names others")
    self.kinds += mistakes.suffix(1)
  }

  private mutating func addKinds(_ filter: FaultFilter, among kinds: Set<String>?) {
    guard let kinds else { return }
    let wanted = filter.on ?? []
    let isFutile = !kinds.isEmpty && !wanted.isEmpty && !wanted.contains { kinds.contains($0.kind) }
    for pattern in wanted + filter.unless where !kinds.contains(pattern.kind) {
      let nearest = Suggestion.nearest(to: pattern.kind, among: kinds)
      let fixIt = nearest.map { "; did you mean '.\($0)'?" } ?? ""
      self.kinds.append("no operation here fails with \(pattern)\(fixIt)")
      let isWanted = wanted.contains(pattern)
      if nearest != nil || isFutile && isWanted {
        mistakes.append(self.kinds[self.kinds.count - 1])
      }
    }
  }
}
