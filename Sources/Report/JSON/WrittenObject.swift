package import Simulation

/// An object in JSON with its values as they are written, which no type of numbers can change.
package struct WrittenObject {
  package let values: [String: Value]
  private let bytes: [UInt8]
  private let places: [String: Range<Int>]

  /// Reads an object; a number of its own that is too large is infinite.
  package init?(json text: String) {
    var reader = JSONReader(text, notesPlaces: true)
    guard case .object(let values)? = reader.read() else { return nil }
    (self.values, bytes, places) = (values, reader.bytes, reader.places)
  }

  /// Returns the value of a key as it is written; of equal keys the last counts.
  package func written(_ key: String) -> String? {
    places[key].map { String(decoding: bytes[$0], as: UTF8.self) }
  }
}
