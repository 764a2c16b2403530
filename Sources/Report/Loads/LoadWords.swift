import RetryNumerics
package import Simulation
import TextLayout

/// Describes the arrivals of a load.
package enum LoadWords {
  /// Returns a description of the arrivals.
  package static func arrivals(_ load: Load) -> String {
    switch load.arrivals {
    case .closed(let clients, _): clients.counting("client")
    case .open(let rate): "\(Figures.rough(rate)) calls/s"
    }
  }
}
