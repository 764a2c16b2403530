/// Builds stages from sources.
struct Builder {
  /// The actors, added as they are encountered.
  var actors: ActorTable
  var site: Site
  /// The parts of the plan that many clients share, if they do.
  var parts: PlanParts?

  /// Builds the stages of a whole plan; if a limit forbids it, builds a stage that stops every call.
  mutating func plan(for source: Source) -> Stage {
    if let limit = site.refusal(of: source) { return RefusedStage(limit) }
    site.depth = source.depth
    return stage(for: source)
  }

  mutating func stage(for source: Source) -> Stage {
    let stage =
      switch source.form {
      case .leaf(let leaf): LeafStage(leaf)
      case .composed(let blueprint): stage(of: blueprint)
      }
    if let program = site.program { stage.keepTime(of: program, for: source) }
    return stage
  }

  /// Builds the stages of an operator, which may be a given one.
  mutating func stage(of it: Blueprint) -> Stage {
    if let (given, mark) = site.given {
      if given.matches(it) { return self.given(it, given, mark) }
      if given.forbids(it) { return stage(for: .fail(GivenSource.foreign)) }
    }
    return stage(for: it)
  }

  /// Returns what stays the same about the stages of an operator, which many clients share.
  mutating func part<Part: AnyObject>(_ it: Blueprint, _ make: (inout Builder) -> Part) -> Part {
    if let known = parts?[it] as? Part { return known }
    let part = make(&self)
    parts?[it] = part
    return part
  }

  mutating func stages(for sources: [Source]) -> [Stage] {
    var stages: [Stage] = []
    for source in sources { stages.append(stage(for: source)) }
    return stages
  }

  /// Builds the stages of a source that can refer to a stream of errors.
  mutating func stage(
    for source: Source, naming stream: ErrorStream, _ subject: ErrorSubject
  ) -> Stage {
    let outer = site.scope
    site.scope = Scope(stream, subject, within: outer)
    defer { site.scope = outer }
    return stage(for: source)
  }
}

/// What the stages of many clients with the same plan share.
final class PlanParts {
  /// The actors of the plan, which are complete once it has been built.
  private var actors: ActorTable
  /// The parts with their operators, so that no other operator takes the identity of one.
  private var parts: [ObjectIdentifier: (Blueprint, AnyObject)] = [:]

  init(_ actors: ActorTable) {
    self.actors = actors
  }

  /// Builds the plan for another client at a place.
  func plan(for source: Source, at site: Site) -> (root: Stage, actors: ActorTable) {
    var builder = Builder(actors: actors, site: site, parts: self)
    let root = builder.plan(for: source)
    builder.actors.close()
    actors = builder.actors
    return (root, actors)
  }

  fileprivate subscript(it: Blueprint) -> AnyObject? {
    get { parts[ObjectIdentifier(it)]?.1 }
    set { parts[ObjectIdentifier(it)] = newValue.map { (it, $0) } }
  }
}

/// A place in a plan where sources may be created during a call.
struct Site {
  let limits: Limits
  /// Scripts by operation name, which override the operations in this run.
  var scripts: [String: [ScriptedAnswer]] = [:]
  let queues = QuestionQueues()
  /// The client's program that makes the calls here, if one is named.
  var program: RunningProgram?
  var shared = SharedResources()
  /// The source that the answer around this place is to be built on, if there is one.
  var given: (GivenSource, GivenMark)?
  /// The streams of errors that closures at this place can refer to.
  var scope: Scope?
  /// The nesting depth of the plans around this place.
  var depth = 0

  /// Returns the limit that forbids building a source here, if any.
  func refusal(of source: Source) -> Outcome.Limit? {
    if depth + source.depth > limits.depth { return .depth(limits.depth) }
    if source.size > limits.events { return .events(limits.events) }
    return nil
  }
}

/// A stream of errors by name, with the streams of outer scopes.
final class Scope {
  private let token: ErrorStream
  private let subject: ErrorSubject
  private let outer: Scope?

  init(_ token: ErrorStream, _ subject: ErrorSubject, within outer: Scope?) {
    self.token = token
    self.subject = subject
    self.outer = outer
  }

  func subject(of token: ErrorStream) -> ErrorSubject? {
    self.token === token ? subject : outer?.subject(of: token)
  }
}

/// Replaces a plan that is too deep or too large.
private final class RefusedStage: Stage {
  private let limit: Outcome.Limit

  init(_ limit: Outcome.Limit) {
    self.limit = limit
  }

  override func start(_ run: inout Run) {
    run.stop(at: limit)
  }
}
