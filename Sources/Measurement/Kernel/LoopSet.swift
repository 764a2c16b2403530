import CProcessor
import Lanes
import PlainLanes
import WideLanes
import WidestLanes

/// The loops of the fast path for one width of vectors.
typealias LoopSet = any LaneLoops.Type

extension LaneWidth {
  /// The widest vectors of this processor.
  static var available: LaneWidth {
    processor_has_widest_lanes() ? .widest : processor_has_wide_lanes() ? .wide : .plain
  }

  var loops: LoopSet {
    switch self {
    case .widest: WidestLanes.Loops.self
    case .wide: WideLanes.Loops.self
    case .plain: PlainLanes.Loops.self
    }
  }
}
