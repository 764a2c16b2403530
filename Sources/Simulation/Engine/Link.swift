import CProcessor

/// An unretained reference to a stage.
///
/// A signal crosses many links, and reference counting would cost more than the signal itself. Links are safe
/// because a plan keeps every reachable stage alive: its own stages for its lifetime, a dynamic stage until the
/// event that abandoned it has been processed (`Run.retire`).
struct Link: Equatable {
  private let target: Unmanaged<Stage>

  init(_ stage: Stage) {
    target = .passUnretained(stage)
  }

  static func == (left: Link, right: Link) -> Bool {
    left.target.toOpaque() == right.target.toOpaque()
  }

  /// Passes a signal to the stage.
  @inline(__always)
  func send(_ signal: Signal, to port: Int, _ run: inout Run) {
    target._withUnsafeGuaranteedRef { $0.receive(signal, from: port, &run) }
  }

  /// Tells the stage that its timer has fired.
  @inline(__always)
  func fire(_ run: inout Run) {
    target._withUnsafeGuaranteedRef { $0.fire(&run) }
  }

  /// The slot of the pending timer of the stage.
  @inline(__always)
  var timer: Timers.Slot {
    get { target._withUnsafeGuaranteedRef { $0.timer } }
    nonmutating set { target._withUnsafeGuaranteedRef { $0.timer = newValue } }
  }

  /// Starts to load the stage, which will be needed soon.
  func prefetch() {
    let stage = target.toOpaque()
    for line in 0..<Self.lines { processor_prefetch(stage + 64 * line) }
  }

  /// The number of lines of the cache that most stages take.
  private static let lines = 3

  /// The client whose call the stage belongs to.
  var client: Int32 { target._withUnsafeGuaranteedRef { $0.client } }

  /// The stage, retained.
  var stage: Stage { target.takeUnretainedValue() }
}
