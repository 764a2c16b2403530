import Foundation
import Pictures
import Report
import Retry
import RetryNumerics
import Simulation
import Testing
import VirtualTime

@Suite("Exported calls")
struct ExportTests {
  /// Calls of all kinds: overlapping, cancelled, hanging, of values, of nothing, with hostile names.
  private static let calls: [(name: String, trace: Trace, subject: String)] = {
    func trace(_ source: Source) -> Trace { Machine(source, seed: 42).trace() }
    func operation(_ name: String, _ script: [ScriptedAnswer]) throws -> Source {
      .operation(try Operation(name, script: script))
    }
    let found = try? [
      ("plain", operation("fetch", [.init(.fault(.timeout)), .init(.ok)]).retry(strategy(3))),
      (
        "side by side",
        Source.merge([
          operation("a", [.init(.ok, after: ms(300))]), operation("a", [.init(.ok)]),
          operation("b", [.init(.fault(Fault("http", .int(503))))]).retry(strategy(2)),
        ])
      ),
      ("hanging", operation("h", [.init(.never)])),
      ("cut short", operation("c", [.init(.never)]).timeout(ms(50))),
      ("nothing", .empty), ("values", .range(1...4)),
      (
        "hostile", operation("</text><script>;%#\"\u{1B}\n", [.init(.fault(Fault("<&>")))])
      ),
    ]
    return (found ?? []).map { ($0.0, trace($0.1), "\($0.0) <&> \"x\" ]]>") }
  }()

  @Test("an SVG image is valid XML with escaped names, and every attempt has a tooltip")
  func svg() throws {
    #expect(Self.calls.count == 7)
    for call in Self.calls {
      let document = try XMLReading(SVGPicture(Picture(call.trace, subject: call.subject)).text)
      #expect(document.names.first == "svg")
      #expect(
        Set(document.names).isSubset(of: [
          "svg", "title", "desc", "style", "rect", "text", "line", "g",
        ]))
      #expect(document.texts["title"]?.first == call.subject)
      let attempts = (document.texts["title"] ?? []).filter { $0.hasPrefix("attempt ") }
      #expect(attempts.count == Self.attempts(call.trace), "\(call.name)")
      #expect(document.texts["text"]?.last?.contains("seed 42 call 0") == true)
    }
    let plain = SVGPicture(Picture(Self.calls[0].trace, subject: "f")).text
    #expect(plain.contains("<title>attempt 1 of fetch, 0ms to 100ms: timeout</title>"))
    #expect(plain.contains("@media (prefers-color-scheme:dark)"))
    // It stands alone: nothing is fetched, nothing runs.
    #expect(!plain.contains("href") && !plain.contains("url(") && !plain.contains("<script"))
  }

  @Test("attempts have their number and error in the image, and waits their length, side by side")
  func captions() throws {
    let outages = try Outages(
      .during([.start..<Instant(ms(1000))]), fault: Fault("refused"), latency: ms(5))
    let fetch = Source.operation(
      try Operation("fetch", latency: .constant(ms(50)), outages: outages))
    let trace = Machine(fetch.retry(strategy(5, .constant(.milliseconds(300)))), seed: 42).trace()
    let texts = try XMLReading(SVGPicture(Picture(trace, subject: "f")).text).texts["text"] ?? []
    for text in ["1 refused", "4 refused", "5", "300ms", "1s"] {
      #expect(texts.contains(text), "\(texts)")
    }
    #expect(texts.count { $0 == "300ms" } == 4)
    for call in Self.calls {
      let document = try XMLReading(SVGPicture(Picture(call.trace, subject: call.subject)).text)
      var ends: [String: Int] = [:]
      let all = zip(document.attributes["text"] ?? [], document.texts["text"] ?? [])
      let small = all.filter { $0.0["class"]?.hasPrefix("small") == true }
        .sorted { Int($0.0["x"] ?? "") ?? 0 < Int($1.0["x"] ?? "") ?? 0 }
      for (place, text) in small {
        let (x, y) = (Int(place["x"] ?? "") ?? -1, place["y"] ?? "")
        #expect(x >= ends[y] ?? 0, "\(call.name): \(text)")
        ends[y] = x + 7 * text.count
      }
    }
  }

  @Test("marks are inside the image, and attempts on one track do not overlap")
  func places() throws {
    for call in Self.calls {
      let document = try XMLReading(SVGPicture(Picture(call.trace, subject: call.subject)).text)
      let size = try #require(document.attributes["svg"]?.first)
      let (width, height) = (Int(size["width"] ?? "") ?? 0, Int(size["height"] ?? "") ?? 0)
      var ends: [Int: Int] = [:]
      // The page and the legend come first.
      for box in (document.attributes["rect"] ?? []) where Int(box["y"] ?? "") ?? 0 > 80 {
        let (x, y) = (Int(box["x"] ?? "") ?? -1, Int(box["y"] ?? "") ?? -1)
        let right = x + (Int(box["width"] ?? "") ?? 0)
        #expect(x >= 132 && right < width && y > 0 && y < height)
        #expect(x >= ends[y] ?? 0, "\(call.name)")
        ends[y] = right
      }
    }
  }

  @Test(
    "a Chrome trace has complete events in microseconds, and a track per concurrent attempt")
  func chrome() throws {
    for call in Self.calls {
      let data = Data(ChromeTrace(call.trace, subject: call.subject).text.utf8)
      let document = try #require(
        JSONSerialization.jsonObject(with: data) as? [String: Any])
      let events = try #require(document["traceEvents"] as? [[String: Any]])
      var stretches: [Int: [(from: Double, to: Double)]] = [:]
      for event in events {
        let phase = try #require(event["ph"] as? String)
        #expect(["M", "X", "i"].contains(phase) && event["pid"] as? Int == 1)
        // Perfetto has taken track 0 for another one, so none has that number.
        let track = try #require(event["tid"] as? Int)
        #expect(track > 0 && event["name"] is String)
        #expect(phase == "M" ? event["ts"] == nil : event["cat"] is String)
        if phase == "i" { #expect(event["s"] as? String == "t" && event["ts"] is Double) }
        if phase == "M" { #expect((event["args"] as? [String: Any])?["name"] is String) }
        guard phase == "X" else { continue }
        let start = try #require(event["ts"] as? Double)
        let length = try #require(event["dur"] as? Double)
        #expect(
          length >= 0 && start + length <= Double(call.trace.result.duration.count) / 1000 + 1)
        // What is complete on a track lies apart, since it nests nowhere; the call has its own track.
        stretches[track, default: []].append((start, start + length))
      }
      for track in stretches.values.map({ $0.sorted { $0.from < $1.from } }) {
        for (one, next) in zip(track, track.dropFirst()) {
          #expect(next.from >= one.to, "\(call.name)")
        }
      }
      let named = events.filter { $0["name"] as? String == "thread_name" }
      #expect(Set(named.compactMap { $0["tid"] as? Int }).isSuperset(of: stretches.keys))
      let attempts = events.count { ($0["cat"] as? String)?.hasPrefix("attempt") == true }
      #expect(attempts == Self.attempts(call.trace))
    }
    let text = ChromeTrace(Self.calls[0].trace, subject: "f").text
    #expect(
      text.contains(
        #"{"name":"attempt 1 of fetch","cat":"attempt,failure","ph":"X","ts":0,"dur":100000,"pid":1,"tid":2,"args":{"outcome":"failure","error":"timeout"}}"#
      ))
  }

  @Test("a sequence diagram shows requests and responses, with special characters escaped")
  func mermaid() {
    #expect(
      MermaidDiagram(Self.calls[0].trace, subject: "fetch.retry(3)").text == """
        sequenceDiagram
          participant caller as fetch.retry(3)
          participant o1 as fetch
          caller->>o1: 0s attempt 1
          o1--xcaller: 100ms timeout
          Note over caller: 100ms wait 200ms
          caller->>o1: 300ms attempt 2
          o1-->>caller: 400ms ok
          Note over caller: 400ms success

        """)
    let cut = MermaidDiagram(Self.calls[3].trace, subject: "c").text
    #expect(cut.contains("  caller-xo1: 50ms cancelled\n"))
    for call in Self.calls {
      let lines = MermaidDiagram(call.trace, subject: call.subject).text.split(separator: "\n")
      for line in lines.dropFirst() {
        let isKnown = ["  participant ", "  caller", "  o", "  Note over caller: "].contains {
          line.hasPrefix($0)
        }
        #expect(isKnown, "\(line)")
        #expect(!line.contains("<script") && !line.contains("\u{1B}"))
      }
    }
  }

  @Test("JSON Lines contain the call and its events, as in a run")
  func lines() throws {
    for call in Self.calls {
      let lines = EventLines(call.trace, subject: call.subject).text.split(separator: "\n")
      let run = RunJSON(trace: call.trace, subject: call.subject).json.text
      let events = "[" + lines.dropFirst().joined(separator: ",") + "]"
      #expect(
        run.hasSuffix("\"events\":" + events + "}") || run.contains("\"events\":" + events + ","))
      #expect(lines[0].hasPrefix("{\"kind\":\"trace\",\"subject\":"))
    }
  }

  @Test("a very long call is drawn in part, and says so")
  func long() throws {
    let source = Source.operation(
      try Operation("f", faults: .rates(try FaultRates([(.timeout, 1)]))))
    let trace = Machine(source.retry(strategy(20_000)), seed: 1).trace()
    let picture = SVGPicture(Picture(trace, subject: "f")).text
    #expect(picture.utf8.count < 1_000_000 && picture.contains("only the first 4,000 events"))
    #expect(MermaidDiagram(trace, subject: "f").text.contains("more events are not drawn"))
  }

  private static func attempts(_ trace: Trace) -> Int {
    trace.events.count { if case .attempt = $0.kind { true } else { false } }
  }
}
