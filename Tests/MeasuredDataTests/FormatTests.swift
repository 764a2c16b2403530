import MeasuredData
import RetryNumerics
import Testing

@Suite("The requests of a file")
struct FormatTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let text: String
    let requests: [String]

    var testDescription: String { name }
  }

  static let cases = [
    Case(
      name: "an access log of nginx", text: Samples.accessLog,
      requests: ["0s 250ms ok", "1.246s 4ms 503", "250ms >2s timeout"]),
    Case(
      name: "an access log of Apache", text: Samples.apache,
      requests: ["0s 250ms ok", "1.249s 1ms 429 wait 2s"]),
    Case(
      name: "lines of JSON", text: Samples.jsonLines,
      requests: ["0s 250ms ok", "996ms 4ms 503 wait 3s", "750ms >1s timeout"]),
    Case(
      name: "a table of JMeter", text: Samples.columns,
      requests: ["0s 250ms ok", "1s 4ms 503", "2s 9ms failed"]),
    Case(
      name: "a table with semicolons", text: Samples.semicolons,
      requests: ["0s 250ms ok", "1.5s 4ms QuotaExceeded"]),
    Case(
      name: "spans", text: Samples.spans, requests: ["0s 250ms 503", "1s 4ms ok #2"]),
    Case(
      name: "a histogram of Prometheus", text: Samples.prometheus,
      requests: [
        "7x 0s...100ms 500", "80x 0s...100ms ok", "15x 100ms...500ms ok", "5x >500ms ok",
      ]),
    Case(
      name: "percentiles", text: Samples.percentiles,
      requests: ["2x 1ms ok", "48x 1ms...2.5ms ok", "49x 2.5ms...10ms ok", "1x 10ms...30ms ok"]),
    Case(
      name: "a log of HdrHistogram", text: Samples.histogramLog,
      requests: [
        "1x 7ns ok", "3x 1us ok", "1x 2.5us...2.502us ok", "1x 999.936us...1.000448ms ok",
      ]),
    Case(
      name: "a run of k6", text: Samples.k6,
      requests: ["0s 250ms ok", "1s 4ms 503", "2s >1s timeout"]),
  ]

  @Test("has their starts, durations and ends", arguments: cases)
  func requests(of file: Case) throws {
    let log = try LogReader.read(Array(file.text.utf8))
    #expect(Set(Samples.short(log)) == Set(file.requests))
  }

  @Test("is recognized by its first bytes", arguments: Samples.all.map(\.text))
  func format(of text: String) throws {
    let expected = Samples.all.first { $0.text == text }?.format
    #expect(try LogReader.read(Array(text.utf8)).format == expected)
  }

  @Test("is the same however many bytes come at a time", arguments: Samples.all.map(\.text))
  func chunks(of text: String) throws {
    let bytes = Array(text.utf8)
    let whole = try LogReader.read(bytes)
    for size in [1, 7, 64, 5000] {
      var reader = LogReader()
      for start in stride(from: 0, to: bytes.count, by: size) {
        reader.add(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(try reader.finish() == whole)
    }
  }

  @Test("says what was taken for granted")
  func assumptions() throws {
    let log = try LogReader.read(Array(Samples.accessLog.utf8))
    #expect(
      log.assumptions.contains(.unit(.seconds, of: "the request time", .format)))
    #expect(log.assumptions.contains(.stampsAreEnds))
    #expect(log.assumptions.contains(.wholeSeconds))
    #expect(log.assumptions.contains(.zone("in the zone that they name")))
    let table = try LogReader.read(Array(Samples.semicolons.utf8))
    #expect(table.assumptions.contains(.column("latency_us", as: "duration")))
    #expect(table.assumptions.contains(.zone("in UTC, as they name no zone")))
  }

  @Test("begins where its own zone says")
  func zones() throws {
    let log = try LogReader.read(Array(Samples.accessLog.utf8))
    // 22:13:20 in Paris is 21:13:20 in UTC, and the line was written at the end.
    #expect(log.requests[0].start == Nanoseconds(1_699_996_400_000_000_000 - 250_000_000))
  }

  @Test("has units behind its durations, or in the names of columns, or says that it guesses")
  func units() throws {
    let text = """
      {"latency":"1.5s"}
      {"latency":"850µs"}
      {"latency":"7 ms"}
      {"latency":"1m2s"}
      {"latency":12}
      """
    let log = try LogReader.read(Array(text.utf8))
    #expect(Samples.short(log) == ["- 1.5s ok", "- 850us ok", "- 7ms ok", "- 12ms ok"])
    #expect(log.lines.told.map(\.description) == ["line 4: it has no number where one is needed"])
    let guessed = try LogReader.read(Array("elapsed,latency\n,12\n".utf8))
    #expect(guessed.assumptions.contains(.unit(.milliseconds, of: "the duration", .guess)))
  }

  @Test("has no escapes of JSON in its paths, statuses and errors")
  func escapes() throws {
    let text = #"""
      {"path":"\/a\u002Fb?x","status":"\u00350\u0033","latency_ms":"1\u0030"}
      {"path":"/\"\\\ud83d\ude00","status":0,"latency_ms":5,"error":"quota \u003e 5\t"}
      {"path":"/\x\ud83d","latency_ms":5}
      {"path":"/a/b","latency_ms":5}
      """#
    let log = try LogReader.read(Array(text.utf8))
    #expect(log.paths == ["/a/b", "/\"\\😀", #"/\x\ud83d"#])
    #expect(log.errors == ["quota > 5\t"])
    #expect(Samples.short(log).first == "- 10ms 503")
    let point =
      #"{"type":"Point","metric":"http_req_duration","data":{"time":"2023-11-14T22:13:20Z","#
    let k6 = point + #""value":4,"tags":{"status":"200","name":"http:\/\/x/a\u0026b"}}}"#
    #expect(try LogReader.read(Array(k6.utf8)).paths == ["http://x/a&b"])
    let spans = Samples.spans.replacing(#""name":"GET""#, with: #""name":"GET \/a""#)
    #expect(try LogReader.read(Array(spans.utf8)).paths.contains("GET /a"))
  }

  @Test("follows what a person says of it")
  func choices() throws {
    var choices = ReadingChoices()
    choices.unit = .microseconds
    choices.limit = Nanoseconds(200_000)
    let log = try LogReader.read(Array(Samples.columns.utf8), choices)
    #expect(Samples.short(log)[0] == "0s >250us timeout")
    choices = ReadingChoices()
    choices.columns = [.duration: "wait", .status: "answer"]
    let table = "wait,answer,elapsed\n12.5,200,9\n3,404,9\n"
    #expect(
      Samples.short(try LogReader.read(Array(table.utf8), choices)) == [
        "- 12.5ms ok", "- 3ms 404",
      ])
  }
}
