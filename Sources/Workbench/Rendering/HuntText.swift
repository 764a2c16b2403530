import Report
import RetryLanguage
import Simulation
import TextLayout

/// The result of a hunt as text.
struct HuntText {
  private let hunt: Hunt

  init(_ hunt: Hunt) {
    self.hunt = hunt
  }

  var summary: String {
    let searched = hunt.searched.counting("call")
    guard let trace = hunt.found?.trace else {
      return "none of \(searched)\(hunt.isPartial ? ", partial" : "")"
    }
    let (seed, call) = (trace.seed, trace.result.call)
    let place = "call \(call) of \(seed.seedPhrase)\(trace.spread.overPhrase), after \(searched)"
    guard hunt.found?.shortened == nil else { return place }
    return place
      + "\nno script can reproduce it; 'run \(hunt.subject) call \(call) \(seed.seedOption)\(trace.spread.overPhrase)' shows it"
  }

  /// The script that reproduces the call, ready to paste.
  var script: String? {
    guard let shortened = hunt.found?.shortened else { return nil }
    let (count, before) = (shortened.outcomes, shortened.outcomesBefore)
    let shrunk =
      count < before
      ? "\(before) outcomes, reduced to \(count)" : "\(count.counting("outcome"))"
    return ([shrunk + ":"] + shortened.lines.map { "  " + $0 }).joined(separator: "\n")
  }
}
