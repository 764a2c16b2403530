import RetryNumerics
package import Simulation
import TextLayout

/// Describes the arrivals of a load.
package enum LoadWords {
  /// Returns a description of the arrivals.
  package static func arrivals(_ load: Load) -> String {
    switch load.arrivals {
    case .closed(let clients, _): clients.counting("client")
    case .open(let rate): "\(rateText(rate)) calls/s"
    }
  }

  /// Returns a number of events per second; a positive rate is never shown as zero.
  package static func rateText(_ rate: Double) -> String {
    guard rate <= 0 || rate >= 0.005 else { return "\(rate)" }
    return Figures.decimal(rate, rate < 10 ? 2 : rate < 100 ? 1 : 0).withoutTrailingZeros
  }
}
