/// An unretained reference to a stage.
///
/// A signal crosses many links, and reference counting would cost more than the signal itself. Links are safe
/// because a plan keeps every reachable stage alive: its own stages for its lifetime, a dynamic stage until the
/// event that abandoned it has been processed (`Run.retire`).
struct Link {
  private let target: Unmanaged<Stage>

  /// Creates a link to a stage.
  init(_ stage: Stage) {
    target = .passUnretained(stage)
  }

  /// Passes a signal to the stage.
  @inline(__always)
  func send(_ signal: Signal, to port: Int, _ run: inout Run) {
    target._withUnsafeGuaranteedRef { $0.receive(signal, from: port, &run) }
  }

  /// Tells the stage that its timer has fired.
  @inline(__always)
  func fire(_ run: inout Run) {
    target._withUnsafeGuaranteedRef { $0.timerFired(&run) }
  }

  /// The client whose call the stage belongs to.
  var client: Int32 { target._withUnsafeGuaranteedRef { $0.client } }

  /// The stage, retained.
  var stage: Stage { target.takeUnretainedValue() }
}
