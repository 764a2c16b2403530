import Documents
import Retry

/// What is beside the rules of an encoded policy, as text of the language with the places that it came from.
struct Companions {
  /// The budget as an argument, if there is one.
  let budget: [PolicyFile.Piece]
  /// The layers as calls of methods, the innermost first.
  let layers: [PolicyFile.Piece]

  /// Puts the companions of a document into words.
  init(_ document: PolicyDocument, _ root: Document) throws(DocumentError) {
    budget =
      document.budget.map { budget in
        [
          PolicyFile.Piece(
            text: "budget: \(budget.source)", place: root["budget"]?.place ?? root.place)
        ]
      } ?? []
    layers =
      try Self.calls("perAttempt", document.aroundAttempt, root["aroundAttempt"] ?? root)
      + Self.calls("perCall", document.aroundCall, root["aroundCall"] ?? root)
  }

  /// Returns the calls that add layers, of which the outermost comes first in a document and last in a chain.
  private static func calls(
    _ method: String, _ layers: [PolicyDocument.Layer], _ list: Document
  ) throws(DocumentError) -> [PolicyFile.Piece] {
    var pieces: [PolicyFile.Piece] = []
    for (index, layer) in layers.enumerated() {
      var place = list.place
      if case .list(let elements) = list.content { place = elements[index].place }
      guard let source = layer.source else {
        throw DocumentError(
          place, "a breaker opens either by failures in a row or by rates")
      }
      pieces.append(PolicyFile.Piece(text: ".\(method)(\(source))", place: place))
    }
    return pieces.reversed()
  }
}
