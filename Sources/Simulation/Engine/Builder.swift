/// Turns sources into stages.
struct Builder {
  /// Those who draw, who join as they are met.
  var cast: Cast
  /// The place in the plan that is built.
  var site: Site

  /// Makes the stages of a source.
  mutating func stage(for source: Source) -> Stage {
    switch source.form {
    case .leaf(let leaf): LeafStage(leaf)
    case .composed(let blueprint): blueprint.make(&self)
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
  /// Where those wait who ask a person.
  let desks = PersonDesks()
  /// The streams of errors that closures around this place can name.
  var scope: Scope?
  /// How deep this place lies in sources that came up while a call ran.
  var depth = 0

  /// Tells whether a source may be built here.
  func admits(_ source: Source) -> Bool {
    depth + source.depth <= limits.depth
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
