import FoundationEssentials
import Simulation

/// Converts a JSON payload to a value of the language.
enum Payload {
  /// Returns the value of a JSON text, or `nil` if it is invalid.
  static func value(of text: String) -> Value? {
    guard let data = text.data(using: .utf8) else { return nil }
    let decoder = JSONDecoder()
    return try? decoder.decode(Tree.self, from: data).value
  }
}

/// Any JSON value.
private struct Tree: Decodable {
  let value: Value

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .unit
    } else if let flag = try? container.decode(Bool.self) {
      value = .bool(flag)
    } else if let number = try? container.decode(Int.self) {
      value = .int(number)
    } else if let number = try? container.decode(Double.self) {
      value = .double(number)
    } else if let text = try? container.decode(String.self) {
      value = .text(text)
    } else if let items = try? container.decode([Tree].self) {
      value = .list(items.map(\.value))
    } else {
      value = .object(try container.decode([String: Tree].self).mapValues(\.value))
    }
  }
}
