/// A timer that belongs to no call.
final class Alarm: Stage {
  private let ring: (inout Run) -> Void

  /// Creates an alarm that calls a function each time it fires.
  init(_ ring: @escaping (inout Run) -> Void) {
    self.ring = ring
    super.init()
    client = .nobody
  }

  override func fire(_ run: inout Run) { ring(&run) }
}
