import RetryNumerics
import VirtualTime

extension Source {
  /// Returns the source behind a cache: a fresh entry is served without an attempt, a stale one if all attempts
  /// fail.
  package func cached(_ contents: CacheContents) -> Source {
    Source(.cached(contents), on: [self])
  }
}

final class CachedStage: UnaryStage {
  private let actor: Int
  private let contents: CacheContents
  private var entry: CacheAnswer?

  init(_ upstream: Stage, actor: Int, _ contents: CacheContents) {
    self.actor = actor
    self.contents = contents
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    var draws = run.actors.draws(of: actor, in: run.number, for: .cache)
    let uniform = draws.unit()
    entry =
      uniform < contents.fresh ? .fresh : uniform < contents.fresh + contents.stale ? .stale : nil
    if entry == .fresh {
      serve(.fresh, contents.value, &run)
    } else {
      upstream.subscribe(&run)
    }
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if case .failed = signal, entry == .stale {
      serve(.stale, contents.value, &run)
    } else {
      forward(signal, &run)
    }
  }
}

extension UnaryStage {
  final func serve(_ answer: CacheAnswer, _ value: Value, _ run: inout Run) {
    if run.isTraced { run.record(.served(answer)) }
    if answer == .stale { run.countStale() }
    let epoch = epoch
    emit(value, &run)
    if isLive(since: epoch) { finish(.completed, &run) }
  }
}
