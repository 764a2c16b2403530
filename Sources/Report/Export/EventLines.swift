package import Simulation
package import TextLayout

/// A call as JSON Lines: an object about the call, then one per event.
package struct EventLines {
  private let trace: Trace
  private let subject: String
  private let interruption: InterruptionCheck

  package init(_ trace: Trace, subject: String, interruption: InterruptionCheck = .never) {
    self.trace = trace
    self.subject = subject
    self.interruption = interruption
  }

  package var text: String {
    var about: JSONValue = ["kind": "trace"]
    if case .object(let members) = RunJSON(trace: trace, subject: subject).about {
      for member in members where member.key != "kind" {
        about = about.adding(member.key, member.value)
      }
    }
    let rows = EventsJSON(trace, interruption).rows
    return interruption.bounding([about] + rows).map { $0.text + "\n" }.joined()
  }
}
