package import RetryNumerics

extension Source {
  /// Returns lists of values, by count or by time span, whichever comes first.
  ///
  /// As in RxSwift, the time restarts with each list, a time without values gives an empty list, and the rest is
  /// sent on completion.
  package func buffer(_ span: Nanoseconds?, count: Int?) -> Source {
    Source(.signals(.buffer(span.map { max($0, .zero) }, count: count)), on: [self])
  }
}

final class BufferStage: UnaryStage {
  private let span: Nanoseconds?
  private let count: Int?
  private var values: [Value] = []

  init(_ upstream: Stage, _ span: Nanoseconds?, count: Int?) {
    self.span = span
    self.count = count
    super.init(upstream)
  }

  override func start(_ run: inout Run) {
    values = []
    beginTime(&run)
    super.start(&run)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    switch signal {
    case .value(let value):
      values.append(value)
      if let count, values.count >= count {
        stopTimer(&run)
        flush(&run)
      }
    case .completed:
      let epoch = epoch
      let rest = values
      values = []
      emit(.list(rest), &run)
      if isLive(since: epoch) { finish(.completed, &run) }
    case .failed: finish(signal, &run)
    }
  }

  override func fire(_ run: inout Run) { flush(&run) }

  private func flush(_ run: inout Run) {
    let epoch = epoch
    let list = values
    values = []
    emit(.list(list), &run)
    if isLive(since: epoch) { beginTime(&run) }
  }

  private func beginTime(_ run: inout Run) {
    if let span { startTimer(after: span, &run) }
  }
}
