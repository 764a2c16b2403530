/// Converts the events of a session to output.
package enum Renderer {
  case text(TextRenderer)
  case json(JSONRenderer)
  case csv(CSVRenderer)

  /// Returns the output of an event.
  package mutating func outputs(of event: Event) -> [Output] {
    switch self {
    case .text(var renderer):
      defer { self = .text(renderer) }
      return renderer.outputs(of: event)
    case .json(var renderer):
      defer { self = .json(renderer) }
      return renderer.outputs(of: event)
    case .csv(var renderer):
      defer { self = .csv(renderer) }
      return renderer.outputs(of: event)
    }
  }
}
