import Report
import RetryLanguage
import Simulation
import TextLayout

/// A call that was looked for, in words.
struct HuntText {
  private let hunt: Hunt

  /// Tells of a hunt.
  init(_ hunt: Hunt) {
    self.hunt = hunt
  }

  /// What was found.
  var summary: String {
    let searched = hunt.searched.counting("call")
    guard let trace = hunt.found?.trace else {
      return "none of \(searched)\(hunt.isPartial ? ", partial" : "")"
    }
    let (seed, call) = (trace.seed, trace.result.call)
    let place = "call \(call) of seed \(seed), after \(searched)"
    guard hunt.found?.shortened == nil else { return place }
    return place
      + "\nit cannot be written as a script; 'run \(hunt.subject) call \(call) seed \(seed)' shows it"
  }

  /// The text that shows it again, whose lines can be pasted as they are.
  var script: String? {
    guard let shortened = hunt.found?.shortened else { return nil }
    let (count, before) = (shortened.outcomes, shortened.outcomesBefore)
    let shrunk =
      count < before
      ? "\(before) outcomes, of which \(count) are left" : "\(count.counting("outcome"))"
    return ([shrunk + ":"] + shortened.lines.map { "  " + $0 }).joined(separator: "\n")
  }
}
