import VirtualTime

/// A stage that answers each value at once.
final class ValueStage: UnaryStage {
  private let kind: ValueOperator
  /// The actor under whose name its closure draws, if it has one.
  private let actor: Int?
  private var memory = ValueOperator.Memory()

  init(_ upstream: Stage, _ kind: ValueOperator, actor: Int?) {
    (self.kind, self.actor) = (kind, actor)
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    kind.begin(&memory)
    upstream.subscribe(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    guard case .value(var value) = signal else { return finish(signal, &run) }
    var draws = actor.map { run.closureDraws(of: $0) } ?? .none
    let reply: ValueOperator.Reply
    do throws(Fault) {
      reply = try kind.apply(to: &value, &memory, &draws)
    } catch {
      return finish(.failed(error), &run)
    }
    switch reply {
    case .passes: emit(value, &run)
    case .passesAsLast:
      let epoch = epoch
      emit(value, &run)
      if isLive(since: epoch) { finish(.completed, &run) }
    case .isDropped: break
    case .completes: finish(.completed, &run)
    }
  }

  override var title: String { kind.name }

  override func activity(from zero: Instant) -> String {
    switch kind {
    case .take(let count): "\(memory.count) of \(count) taken"
    case .scan: "current result: \(memory.sum)"
    case .map, .filter, .takeWhile, .skip, .enumerated: super.activity(from: zero)
    }
  }
}
