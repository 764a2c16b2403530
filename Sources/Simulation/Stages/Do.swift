extension Source {
  /// Returns the source; adds a remark to the trace for each signal for which the closure returns one.
  package func `do`(_ remark: @escaping @Sendable (Signal) -> String?) -> Source {
    Source(.remark(remark), on: [self])
  }
}

final class DoStage: UnaryStage {
  private let remark: @Sendable (Signal) -> String?

  init(_ upstream: Stage, _ remark: @escaping @Sendable (Signal) -> String?) {
    self.remark = remark
    super.init(upstream)
  }

  override func receive(_ signal: Signal, from port: Int, _ run: inout Run) {
    if run.isTraced, let text = remark(signal) { run.record(.note(text)) }
    forward(signal, &run)
  }
}
