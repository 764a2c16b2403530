package import Documents
import Simulation
import TextLayout

/// The policies in a configuration file, as calls of presets.
package struct PolicyFile: Sendable {
  /// A policy that was found.
  package struct Policy: Sendable {
    /// What it is for, in the words of the file.
    package let about: String
    /// The name that it has in code, if any.
    package let name: String?
    /// The policy as text of the language.
    package let text: String
    /// The call that makes it, unless it is one of this library.
    package let call: PresetCall?
    /// Whether its text has layers beside the call.
    package let hasLayers: Bool
    /// The pieces of its text and where they came from, if it is one of this library.
    let pieces: [Piece]
    /// Where it is.
    package let place: Place

    /// Returns the place in the file of what is at an offset of the text.
    package func place(ofOffset offset: Int) -> Place {
      var end = 0
      for piece in pieces {
        end += piece.text.count
        if offset < end { return piece.place }
      }
      return place
    }
  }

  /// A piece of the text of a policy.
  struct Piece: Sendable {
    let text: String
    let place: Place
  }

  /// What the file is.
  package let kind: String
  /// The policies, in the order of the file.
  package private(set) var policies: [Policy] = []
  /// What was not understood, or reads otherwise here, with its place.
  package private(set) var remarks: [DocumentError] = []

  /// Creates a file of a kind in which nothing has been found yet.
  init(_ kind: String) { self.kind = kind }
}

extension PolicyFile {
  mutating func add(
    _ call: PresetCall, inside layers: SurroundingLayers = SurroundingLayers(), for about: String,
    named name: String? = nil, at place: Place
  ) {
    policies.append(
      Policy(
        about: about, name: name, text: "\(call)\(layers.source)", call: call,
        hasLayers: !layers.isEmpty, pieces: [], place: place))
  }

  mutating func add(
    _ pieces: [Piece], for about: String, named name: String? = nil, at place: Place
  ) {
    let text = pieces.map(\.text).joined()
    policies.append(
      Policy(
        about: about, name: name, text: text, call: nil, hasLayers: false, pieces: pieces,
        place: place))
  }

  /// Removes the policy at a place, which is a part of another one.
  mutating func remove(at place: Place) { policies.removeAll { $0.place == place } }

  /// Notes what is otherwise than a person may think.
  mutating func remark(_ place: Place, _ text: String) {
    remarks.append(DocumentError(place, text))
  }

  /// Puts what was noted in the order of the file, once where two policies share it.
  mutating func sortRemarks() {
    var known: Set<DocumentError> = []
    remarks.removeAll { !known.insert($0).inserted }
    remarks.sort {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
  }

  /// Notes the fields that nobody has read.
  mutating func finish(_ fields: Fields, of what: String) {
    // An underscore begins a comment where there are no others, as in JSON.
    for entry in fields.rest where !entry.key.hasPrefix("_") {
      remark(entry.place, "'\(entry.key)' of \(what) is not understood")
    }
  }

  /// Notes a field that has no meaning here.
  mutating func drop(_ key: String, _ fields: inout Fields, _ reason: String) {
    guard let place = fields.rest.first(where: { $0.key == key })?.place else { return }
    _ = fields.take(key)
    remark(place, "'\(key)' is not read: \(reason)")
  }
}
