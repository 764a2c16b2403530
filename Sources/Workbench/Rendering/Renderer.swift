/// Converts the events of a session to output.
package protocol Renderer {
  /// Returns the output of an event.
  mutating func outputs(of event: Event) -> [Output]
}
