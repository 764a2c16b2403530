/// The request line and the fields of a request, and how its content is framed.
struct RequestHead {
  let request: Request
  let framing: Framing
  /// Whether the client waits for an answer before it sends the content.
  let waitsForContinue: Bool

  /// Reads a head without its last empty line.
  init(_ bytes: ArraySlice<UInt8>, _ limits: RequestLimits) throws(BadRequest) {
    let (first, fields) = try Self.lines(bytes, limits)
    let (method, target, version) = try Self.requestLine(first)
    request = Request(method: method, target: target, minorVersion: version, fields: fields)
    guard version == 0 || fields.count(where: { $0.name == "host" }) == 1 else {
      throw BadRequest(400, "a request of HTTP/1.1 has one field 'Host'")
    }
    framing = try Self.framing(of: request, limits)
    let isEmpty = framing == .length(0)
    waitsForContinue = version > 0 && !isEmpty && request.list("expect").contains("100-continue")
  }

  /// Returns the first line of a head, and the fields below it.
  static func lines(
    _ bytes: ArraySlice<UInt8>, _ limits: RequestLimits
  ) throws(BadRequest) -> (first: ArraySlice<UInt8>, fields: [Request.Field]) {
    var lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { line in
      line.last == 0x0d ? line.dropLast() : line
    }[...]
    // An empty line before a request is skipped.
    while lines.first?.isEmpty == true { lines.removeFirst() }
    guard let first = lines.popFirst() else { throw BadRequest(400, "an empty request") }
    guard lines.count <= limits.fields else {
      throw BadRequest(431, "more than \(limits.fields) header fields")
    }
    var fields: [Request.Field] = []
    for line in lines { fields.append(try field(line)) }
    return (first, fields)
  }

  private static func requestLine(
    _ line: ArraySlice<UInt8>
  ) throws(BadRequest) -> (method: String, target: String, version: Int) {
    let words = line.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count == 3, !words[1].isEmpty, words[1].allSatisfy(\.isVisible),
      let method = token(words[0])
    else { throw BadRequest(400, "no request line") }
    let version = String(decoding: words[2], as: UTF8.self)
    switch version {
    case "HTTP/1.1": return (method, String(decoding: words[1], as: UTF8.self), 1)
    case "HTTP/1.0": return (method, String(decoding: words[1], as: UTF8.self), 0)
    case _ where version.hasPrefix("HTTP/"):
      throw BadRequest(505, "only HTTP/1.1 and HTTP/1.0 are spoken here")
    default: throw BadRequest(400, "no request line")
    }
  }

  private static func field(_ line: ArraySlice<UInt8>) throws(BadRequest) -> Request.Field {
    // A name with a blank behind it, or a line that goes on with a blank, is how requests are smuggled.
    guard let colon = line.firstIndex(of: 0x3a), let name = token(line[..<colon]) else {
      throw BadRequest(400, "a header field without a name")
    }
    let value = line[(colon + 1)...]
    guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7f || $0 == 0x09 }) else {
      throw BadRequest(400, "a control character in the field '\(name)'")
    }
    return Request.Field(name.lowercased(), String(decoding: value, as: UTF8.self).trimmed)
  }

  /// Returns bytes as a name, if they are one.
  private static func token(_ bytes: ArraySlice<UInt8>) -> String? {
    !bytes.isEmpty && bytes.allSatisfy(\.isOfToken) ? String(decoding: bytes, as: UTF8.self) : nil
  }

  private static func framing(
    of request: Request, _ limits: RequestLimits
  ) throws(BadRequest) -> Framing {
    let codings = request.list("transfer-encoding")
    let lengths = Set(request.list("content-length"))
    if !codings.isEmpty {
      // Two ways to tell the end of a content would let two readers disagree about it.
      guard lengths.isEmpty, request.minorVersion > 0 else {
        throw BadRequest(400, "both a length and a transfer coding")
      }
      guard codings == ["chunked"] else { throw BadRequest(501, "an unknown transfer coding") }
      return .chunks
    }
    guard !lengths.isEmpty else { return .length(0) }
    guard lengths.count == 1, let text = lengths.first, text.utf8.allSatisfy(\.isDigit) else {
      throw BadRequest(400, "a length that is no number")
    }
    guard let length = Int(text), length <= limits.content else {
      throw BadRequest(413, "a content of more than \(limits.content) bytes")
    }
    return .length(length)
  }
}

extension UInt8 {
  var isDigit: Bool { (0x30...0x39).contains(self) }

  fileprivate var isVisible: Bool { self > 0x20 && self != 0x7f }

  /// Whether it may be part of a method or of the name of a field.
  fileprivate var isOfToken: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
