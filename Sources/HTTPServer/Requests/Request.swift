package import RetryNumerics

/// A request of HTTP/1.1 as it was sent.
package struct Request: Hashable, Sendable {
  /// A header field; its name is in lower case.
  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  package let method: String
  /// The path with the query, or whatever else stands there.
  package let target: String
  /// 1 in `HTTP/1.1`.
  package let minorVersion: Int
  package let fields: [Field]
  /// The content, of which the length and a digest are kept, or all of it.
  package internal(set) var content = Content()

  /// Returns the values of all fields of a name in lower case, joined as one list; `nil` if there is none.
  package subscript(name: String) -> String? {
    let values = fields.filter { $0.name == name }.map(\.value)
    return values.isEmpty ? nil : values.joined(separator: ", ")
  }

  /// What stands for a whole connection of clients that speak no HTTP.
  package static let connection = Request(
    method: "CONNECT", target: "", minorVersion: 0, fields: [])

  /// The target without its query.
  package var path: Substring { target.prefix { $0 != "?" } }

  /// Whether the client wants to send more requests on the connection.
  package var keepsConnection: Bool {
    let options = list("connection")
    return minorVersion > 0 ? !options.contains("close") : options.contains("keep-alive")
  }

  /// The elements of a field that is a list, in lower case.
  func list(_ name: String) -> [String] {
    // By scalars, since a mark behind a comma or a blank is drawn as one character with it.
    (self[name] ?? "").unicodeScalars.split(separator: ",").map {
      String($0).trimmed.plainLowercased
    }
  }
}

/// What is known of the content of a request after it was read.
package struct Content: Hashable, Sendable {
  package private(set) var length = 0
  /// Tells requests apart that differ in nothing else.
  package private(set) var digest = Digest()
  /// All of it, if it goes on to another server.
  private(set) var bytes: [UInt8] = []

  mutating func add(_ more: ArraySlice<UInt8>, isKept: Bool) {
    length += more.count
    digest.add(more)
    if isKept { bytes += more }
  }
}

extension StringProtocol {
  /// The text without blanks and tabs at its ends.
  var trimmed: String {
    var text = Substring(self).unicodeScalars
    while let first = text.first, first == " " || first == "\t" { text = text.dropFirst() }
    while let last = text.last, last == " " || last == "\t" { text = text.dropLast() }
    return String(Substring(text))
  }

  /// The text with the letters of ASCII in lower case, and no other that becomes one of them, such as the sign of Kelvin.
  fileprivate var plainLowercased: String {
    String(decoding: utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}
