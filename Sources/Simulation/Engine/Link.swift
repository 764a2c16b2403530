/// An unretained reference to a stage.
///
/// A signal crosses many links, and reference counting would cost more than the signal itself. A plan keeps every
/// reachable stage alive: its own stages for its lifetime, a dynamic stage until the event that abandoned it has been
/// processed (`Run.retire`).
struct Link: Equatable {
  private let target: Unretained<Stage>

  init(_ stage: Stage) {
    target = Unretained(stage)
  }

  @inline(__always)
  func send(_ signal: Signal, to port: Int, _ run: inout Run) {
    target.with { $0.receive(signal, from: port, &run) }
  }

  @inline(__always)
  func fire(_ run: inout Run) {
    target.with { $0.fire(&run) }
  }

  @inline(__always)
  var timer: Timers.Slot {
    get { target.with { $0.timer } }
    nonmutating set { target.with { $0.timer = newValue } }
  }

  func prefetch() { target.prefetch() }

  var client: Int32 { target.with { $0.client } }

  /// The stage, retained.
  var stage: Stage { target.object }
}
