import Glibc
import Measurement
import RetryNumerics
import Simulation

/// Returns the seconds that an action takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let (seconds, attoseconds) = try ContinuousClock().measure(body).components
  return Double(seconds) + Double(attoseconds) * 1e-18
}

/// Returns the processor seconds of this program, over all threads, or of the processes that it has waited for.
func processorSeconds(_ whose: __rusage_who = RUSAGE_SELF) -> Double {
  var usage = rusage()
  getrusage(__rusage_who_t(whose.rawValue), &usage)
  return [usage.ru_utime, usage.ru_stime].reduce(0) {
    $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
  }
}

func median(_ numbers: [Double]) -> Double {
  let sorted = numbers.sorted()
  return sorted.isEmpty ? .nan : sorted[sorted.count / 2]
}

func text(_ number: Double, _ decimals: Int) -> String {
  guard number.isFinite else { return "-" }
  var scale: Int64 = 1
  for _ in 0..<decimals { scale *= 10 }
  let scaled = Nanoseconds(rounding: number * Double(scale)).count
  guard decimals > 0 else { return "\(scaled)" }
  let fraction = "\(abs(scaled) % scale)"
  let zeros = String(repeating: "0", count: decimals - fraction.count)
  return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(fraction)"
}

extension String {
  /// Returns the text padded to a width; a negative width aligns it right.
  func padded(_ width: Int) -> String {
    let space = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? space + self : self + space
  }
}
