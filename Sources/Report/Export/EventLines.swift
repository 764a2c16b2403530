package import Simulation

/// A call as JSON Lines: an object about the call, then one for each event.
package struct EventLines {
  private let trace: Trace
  private let subject: String

  /// Writes down a call of what was run, as it was written.
  package init(_ trace: Trace, subject: String) {
    self.trace = trace
    self.subject = subject
  }

  /// The lines.
  package var text: String {
    var about: JSONValue = ["kind": "trace"]
    if case .object(let members) = RunJSON(trace: trace, subject: subject).json {
      for member in members where member.key != "kind" && member.key != "events" {
        about = about.adding(member.key, member.value)
      }
    }
    return ([about] + EventsJSON(trace).rows).map { $0.text + "\n" }.joined()
  }
}
