/// Turns sources into stages.
struct Builder {
  /// Those who draw, who join as they are met.
  var actors: ActorTable
  /// The place in the plan that is built.
  var site: Site

  /// Makes the stages of a whole plan, or of one that stops every call where a bound forbids it.
  mutating func plan(for source: Source) -> Stage {
    if let limit = site.refusal(of: source) { return RefusedStage(limit) }
    site.depth = source.depth
    return stage(for: source)
  }

  /// Makes the stages of a source.
  mutating func stage(for source: Source) -> Stage {
    switch source.form {
    case .leaf(let leaf): LeafStage(leaf)
    case .composed(let blueprint): stage(for: blueprint)
    }
  }

  /// Makes the stages of several sources, in order.
  mutating func stages(for sources: [Source]) -> [Stage] {
    var stages: [Stage] = []
    for source in sources { stages.append(stage(for: source)) }
    return stages
  }

  /// Makes the stages of a source that can name a stream of errors.
  mutating func stage(
    for source: Source, naming stream: ErrorStream, _ subject: ErrorSubject
  ) -> Stage {
    let outer = site.scope
    site.scope = Scope(stream, subject, within: outer)
    defer { site.scope = outer }
    return stage(for: source)
  }
}

/// A place in a plan, at which sources may come up while a call runs.
struct Site {
  /// The bounds on nesting.
  let limits: Limits
  /// What operations answer in this run, by their names, in place of what they are made for.
  var scripts: [String: [ScriptedAnswer]] = [:]
  /// The desks of persons.
  let desks = PersonDesks()
  /// What calls share.
  var shared = SharedResources()
  /// The streams of errors that closures around this place can name.
  var scope: Scope?
  /// How deep the plans nest that lead to this place.
  var depth = 0

  /// Returns the bound that keeps a source from being built here, if one does.
  func refusal(of source: Source) -> Outcome.Limit? {
    if depth + source.depth > limits.depth { return .depth(limits.depth) }
    if source.size > limits.events { return .events(limits.events) }
    return nil
  }
}

/// A stream of errors by its name, and the names that are known further out.
final class Scope {
  private let token: ErrorStream
  private let subject: ErrorSubject
  private let outer: Scope?

  /// Creates a scope in which a stream of errors is known.
  init(_ token: ErrorStream, _ subject: ErrorSubject, within outer: Scope?) {
    self.token = token
    self.subject = subject
    self.outer = outer
  }

  /// Returns the running stream of errors that a name means here.
  func subject(of token: ErrorStream) -> ErrorSubject? {
    self.token === token ? subject : outer?.subject(of: token)
  }
}

/// What is built in place of a plan that is too deep or too large.
private final class RefusedStage: Stage {
  private let limit: Outcome.Limit

  init(_ limit: Outcome.Limit) {
    self.limit = limit
  }

  override func start(_ run: inout Run) {
    run.stop(at: limit)
  }
}
