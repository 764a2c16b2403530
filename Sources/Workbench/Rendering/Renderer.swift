/// Makes something to print of what happens in a session.
package protocol Renderer {
  /// Returns what is printed of an event.
  mutating func outputs(of event: Event) -> [Output]
}
