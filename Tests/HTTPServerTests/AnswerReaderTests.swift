import Testing

@testable import HTTPServer

@Suite("The reader of answers")
struct AnswerReaderTests {
  /// What was read of an answer, whose content may come in any pieces.
  struct Reading: Equatable {
    var heads: [AnswerHead] = []
    var content = ""
    var hasEnded = false
    var endsWithConnection = false
    var problem: String?
  }

  static func read(_ text: String, hasContent: Bool = true, pieces: Int = .max) -> Reading {
    var (reader, reading) = (AnswerReader(hasContent: hasContent), Reading())
    var left = Array(text.utf8)[...]
    while !left.isEmpty {
      reader.add(left.prefix(pieces))
      left = left.dropFirst(pieces)
      do throws(BadRequest) {
        while !reading.hasEnded, let event = try reader.next() {
          switch event {
          case .head(let head): reading.heads.append(head)
          case .bytes(let bytes): reading.content += String(decoding: bytes, as: UTF8.self)
          case .end: reading.hasEnded = true
          }
        }
      } catch {
        reading.problem = error.reason
        return reading
      }
    }
    reading.endsWithConnection = reader.endsWithConnection
    return reading
  }

  static let answers = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201\r\ncontent-length: 5\r\n\r\nabcde",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n3;x\r\nabc\r\n2\r\nde\r\n0\r\nA: b\r\n\r\n",
    "HTTP/1.0 503 Away for now\r\n\r\nabcde",
  ]

  @Test("finds the content however it is framed, and however the bytes are cut", arguments: 1...30)
  func framings(pieces: Int) {
    let readings = Self.answers.map { Self.read($0, pieces: pieces) }
    #expect(readings.flatMap(\.heads).map(\.status) == [200, 201, 200, 503])
    #expect(readings.allSatisfy { $0.content == "abcde" && $0.problem == nil })
    #expect(readings.map(\.hasEnded) == [true, true, true, false])
    #expect(readings.map(\.endsWithConnection) == [false, false, false, true])
    #expect(readings[3].heads[0].reason == "Away for now")
  }

  @Test("expects no content where there is none")
  func empty() {
    let head = Self.read("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", hasContent: false)
    #expect(head.hasEnded && head.content.isEmpty)
    for status in [204, 304] { #expect(Self.read("HTTP/1.1 \(status) X\r\n\r\n").hasEnded) }
  }

  @Test(
    "refuses what is no answer",
    arguments: [
      ("nonsense\r\n\r\n", "no status line"), ("HTTP/2 200\r\n\r\n", "no status line"),
      ("HTTP/1.1 99 X\r\n\r\n", "no status line"),
      ("HTTP/1.1 200 X\r\nno field\r\n\r\n", "a header field without a name"),
      ("HTTP/1.1 200 X\r\ncontent-length: -1\r\n\r\n", "a length that is no number"),
      ("HTTP/1.1 200 X\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n", "a length"),
      ("HTTP/1.1 200 X\r\ntransfer-encoding: gzip\r\n\r\n", "an unknown transfer coding"),
      ("HTTP/1.1 200 X\r\ntransfer-encoding: chunked\r\n\r\nx\r\n", "a chunk without a size"),
      (String(repeating: "a", count: 70_000), "before the content"),
    ])
  func mistakes(text: String, words: String) {
    let problem = Self.read(text).problem
    #expect(problem?.contains(words) == true, "\(problem ?? "")")
  }
}
