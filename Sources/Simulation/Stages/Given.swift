extension Source {
  /// Returns the source as an answer that is to be built on a given one.
  ///
  /// It completes only in calls in which the given source has answered. Whatever else an error is replaced by is no
  /// success: it fails with `hidden`, or with `unused` if the given source was not even tried.
  package func answering(with given: GivenSource) -> Source {
    Source(.answering(given), on: [self])
  }
}

/// What became of the given source in the current call.
final class GivenMark {
  enum State {
    case unused, tried, answered
  }

  var state = State.unused
}

extension Builder {
  /// Builds the stages of an answer, in which each use of the given source leaves a mark.
  mutating func answer(of it: Blueprint, _ given: GivenSource) -> Stage {
    let (outer, mark) = (site.given, GivenMark())
    site.given = (given, mark)
    defer { site.given = outer }
    return AnsweredStage(stage(for: it.inputs[0]), mark)
  }

  /// Builds the stages of the given source, or of what takes its place.
  mutating func given(_ it: Blueprint, _ given: GivenSource, _ mark: GivenMark) -> Stage {
    let outer = site.given
    // What takes its place may be built on it.
    site.given = nil
    defer { site.given = outer }
    let upstream = if let other = given.replacement { stage(for: other) } else { stage(for: it) }
    return GivenStage(upstream, mark, given.uses)
  }
}

/// Marks that the given source is tried, and that it answers.
final class GivenStage: UnaryStage {
  private let mark: GivenMark
  private let uses: UseCount?

  init(_ upstream: Stage, _ mark: GivenMark, _ uses: UseCount?) {
    (self.mark, self.uses) = (mark, uses)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    uses?.add()
    if mark.state == .unused { mark.state = .tried }
    super.start(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value, .completed: mark.state = .answered
    case .failed: break
    }
    forward(signal, &run)
  }
}

/// Turns a completion that is no answer of the given source into a failure.
final class AnsweredStage: UnaryStage {
  private let mark: GivenMark

  init(_ upstream: Stage, _ mark: GivenMark) {
    self.mark = mark
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    mark.state = .unused
    super.start(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch (signal, mark.state) {
    case (.completed, .tried): return finish(.failed(GivenSource.hidden), &run)
    case (.completed, .unused): return finish(.failed(GivenSource.unused), &run)
    case (.completed, .answered), (.value, _), (.failed, _): break
    }
    forward(signal, &run)
  }
}
