import RetryNumerics

/// The stage of a leaf; it can become another leaf between subscriptions.
final class LeafStage: Stage {
  var leaf: Leaf

  init(_ leaf: Leaf) {
    self.leaf = leaf
  }

  override var title: String { leaf.name }

  override func start(_ run: inout Run) {
    switch leaf {
    case .just(let value):
      let epoch = epoch
      emit(value, &run)
      if isLive(since: epoch) { finish(.completed, &run) }
    case .fail(let fault): finish(.failed(fault), &run)
    case .empty: finish(.completed, &run)
    case .never: break
    case .timer(let delay): startTimer(after: delay, &run)
    }
  }

  override func fire(_ run: inout Run) {
    let epoch = epoch
    emit(.int(0), &run)
    if isLive(since: epoch) { finish(.completed, &run) }
  }
}
