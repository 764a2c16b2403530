/// An unretained reference to a stage.
///
/// A signal crosses many links, and counting each crossing would cost more than the signal does. It is safe
/// because a plan keeps every stage that something can still reach: the stages of its plan for as long as
/// it lives, a dynamic one until the event in which it was given up has been worked off (`Run.retire`).
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

  /// The stage, counted.
  var stage: Stage { target.takeUnretainedValue() }
}
