import Foundation
import Testing

@testable import Workbench

/// What notebooks and editors ask for beyond runs.
@Suite("Requests of front ends")
struct FrontEndRequestTests {
  @Test("get one answer in all forms for each event of a run")
  func bundles() throws {
    let text = #"let f = op(fails: 50%)\nf.retry(3)\nstats f calls 100"#
    let wrong = #"{"id": 2, "do": "run", "as": "bundle", "text": "f.rety(3)"}"#
    let served = try Served([
      #"{"id": 1, "do": "run", "as": "bundle", "text": "\#(text)"}"#, wrong,
    ])
    let bundles = served.lines.filter { $0["kind"] as? String == "bundle" }
    let data = bundles.map { bundle in
      (bundle["data"] as? [[String: Any]] ?? []).map { $0["kind"] as? String ?? "" }
    }
    #expect(data.filter { $0 != ["note"] } == [["definition"], ["run"], ["stats"], ["error"]])
    for (bundle, kinds) in zip(bundles, data) where kinds == ["run"] || kinds == ["stats"] {
      let output = try #require(bundle["output"] as? [[String: String]])
      #expect(output.first?["stream"] == "result" && output.first?["text"]?.isEmpty == false)
      let pictures = try #require(bundle["svg"] as? [String])
      #expect(pictures.count == 1 && pictures[0].contains("<svg"))
      let page = try #require(bundle["html"] as? String)
      #expect(page.contains("<table") && !page.contains("<svg"))
    }
    // The text is what a run as text tells.
    let plain = try Served([
      #"{"id": 1, "do": "run", "as": "text", "text": "\#(text)"}"#,
      wrong.replacing("bundle", with: "text"),
    ])
    let texts = bundles.flatMap { $0["output"] as? [[String: String]] ?? [] }.map { $0["text"] }
    #expect(texts == plain.all("text").map { $0 as? String })
  }

  @Test(
    "are told whether a text is complete, and how it goes on",
    arguments: [
      ("op(", "incomplete", 2), ("sweep n in [1, 2] {\n  op(", "incomplete", 4),
      ("op()", "ready", nil), ("op(]", "wrong", nil),
    ] as [(String, String, Int?)])
  func completeness(text: String, status: String, indentation: Int?) throws {
    let escaped = text.replacing("\n", with: "\\n")
    let served = try Served([#"{"id": 1, "do": "check", "text": "\#(escaped)"}"#])
    #expect(served.all("status") as? [String] == [status])
    #expect(served.all("indentation") as? [Int] == [indentation].compactMap(\.self))
  }

  @Test("count places as they say", arguments: [("utf16", 9), ("codepoints", 7)])
  func units(units: String, before: Int) throws {
    // One character: two faces and what joins them.
    let family = "\u{1F468}\u{200D}\u{1F467}"
    let served = try Served([
      #"{"id": 1, "do": "check", "units": "\#(units)", "text": "\"\#(family)\"; rety"}"#,
      #"{"id": 2, "do": "complete", "units": "\#(units)", "text": "\"\#(family)\"; op(fa"}"#,
    ])
    #expect(served.all("column") as? [Int] == [before + 1])
    let start = try #require(served.lines.first { $0["kind"] as? String == "completion" })
    #expect(start["from"] as? Int == before + 3, "\(start)")
  }

  @Test("find help on the word at a place", arguments: [0, 3, 5, 8])
  func help(place: Int) throws {
    let request = #"{"id": 1, "do": "help", "text": "f.retry(3)", "position": \#(place)}"#
    let served = try Served([request])
    let isKnown = (2...7).contains(place)
    #expect(served.all("status") as? [String] == [isKnown ? "ready" : "wrong"])
    let text = served.all("text").first as? String
    #expect(!isKnown || text?.contains("retry(") == true)
  }
}
