import Lanes
import PlainLanes

/// The loops of the fast path, which a page has once: the compiler chooses vectors of two words.
typealias LoopSet = Loops.Type

extension LaneWidth {
  static var available: LaneWidth { .widest }

  var loops: LoopSet { Loops.self }
}
