import MeasuredData
import RetryNumerics
import Testing

@Suite("What is no request")
struct MalformedTests {
  @Test("is counted, told with its line, and stops nothing")
  func badLines() throws {
    let text = """
      10.0.0.1 - - [14/Nov/2023:22:13:20 +0000] "GET / HTTP/1.1" 200 5 "-" "x" 0.1
      what is this
      10.0.0.1 - - [14/Foo/2023:22:13:20 +0000] "GET / HTTP/1.1" 200 5 "-" "x" 0.1
      10.0.0.1 - - [14/Nov/2023:22:13:20 +0000] "GET / HTTP/1.1" 20x 5 "-" "x" 0.1
      10.0.0.1 - - [14/Nov/2023:22:13:20 +0000] "GET / HTTP/1.1" 200 5 "-" "x"

      """
    var choices = ReadingChoices()
    choices.format = .accessLog
    let lines = try LogReader.read(Array(text.utf8), choices).lines
    #expect(lines.all == 5)
    #expect(lines.bad == 4)
    #expect(
      lines.told.map(\.description) == [
        "line 2: it has not the parts of an access log", "line 3: its time cannot be read",
        "line 4: its status cannot be read", "line 5: it has no duration",
      ])
  }

  @Test("is left out with a duration beyond a year, and has no hint that is none")
  func endless() throws {
    let log = try LogReader.read(
      Array("start,duration_ms,status,retry_after\n1.5,1e300,200,\n2.5,5,429,-3\n".utf8))
    #expect(log.lines.told.map(\.description) == ["line 2: its duration is longer than a year"])
    #expect(log.requests.map(\.retryAfter) == [nil])
  }

  @Test("is told why, if nothing is left")
  func nothing() {
    #expect(throws: LogProblem.unknownFormat) { try LogReader.read([]) }
    #expect(throws: LogProblem.unknownFormat) { try LogReader.read(Array("hello".utf8)) }
    #expect(throws: LogProblem.noHeading(missing: "duration", columns: ["a", "b"])) {
      try LogReader.read(Array("a,b\n1,2\n".utf8))
    }
    #expect(throws: LogProblem.noHistogram(named: "x", found: ["http_seconds", "other"])) {
      var choices = ReadingChoices()
      choices.histogram = "x"
      _ = try LogReader.read(Array(Samples.prometheus.utf8), choices)
    }
  }

  @Test("ends a line that is too long for a request")
  func longLines() throws {
    let long = String(repeating: "x", count: 3_000_000)
    let text = "elapsed\n12\n\(long)\n13\n"
    let bytes = Array(text.utf8)
    var reader = LogReader()
    for start in stride(from: 0, to: bytes.count, by: 100_000) {
      reader.add(Array(bytes[start..<min(start + 100_000, bytes.count)]))
    }
    let log = try reader.finish()
    #expect(log.requests.count == 2)
    #expect(log.lines.told.map(\.problem) == [.tooLong])
  }

  @Test("may be any bytes", arguments: LogFormat.allCases)
  func noise(format: LogFormat) {
    var choices = ReadingChoices()
    choices.format = format
    for seed in 0..<200 as Range<UInt64> {
      var noise = Noise(state: seed)
      let bytes = (0..<Int(noise.next() % 600)).map { _ in UInt8(truncatingIfNeeded: noise.next()) }
      let log = try? LogReader.read(bytes, choices)
      #expect(log.map { $0.lines.bad <= $0.lines.all } ?? true)
    }
  }

  @Test("may be a request with a piece missing or exchanged", arguments: Samples.all.map(\.text))
  func mutations(text: String) {
    let signs = Array("\"{}[],:;-.+0129eET \\\n%".utf8)
    for seed in 0..<300 as Range<UInt64> {
      var noise = Noise(state: seed)
      var bytes = Array(text.utf8)
      for _ in 0...Int(noise.next() % 4) {
        let place = Int(noise.next() % UInt64(bytes.count))
        switch noise.next() % 3 {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = signs[Int(noise.next() % UInt64(signs.count))]
        default: bytes.removeSubrange(place...)
        }
        if bytes.isEmpty { break }
      }
      for request in (try? LogReader.read(bytes))?.requests ?? [] {
        #expect(request.span.low >= .zero && request.span.low <= request.span.high)
      }
    }
  }
}

/// Numbers without any order, the same in each run.
private struct Noise: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
