/// Turns a source into stages.
struct Builder {
  /// Those who draw.
  let cast: Cast
  /// Where those wait who ask a person.
  let desks = PersonDesks()
  /// The bounds on nesting.
  let limits: Limits
  /// The streams of errors that closures around this place can name.
  var scope: Scope?
  /// How deep this place lies already.
  var depth = 0

  /// Makes the stages of a source.
  func stage(for source: Source) -> Stage {
    switch source.form {
    case .leaf(let leaf): LeafStage(leaf)
    case .composed(let blueprint): blueprint.make(self)
    }
  }

  /// Tells whether a source that comes up while a call runs may be built here.
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
