import Pictures
import Report
import RetryLanguage

/// One event in all forms, of which a notebook shows the best that it can.
struct Bundle: Sendable {
  let outputs: [Output]
  let entries: [ReportPage.Entry]
  /// What makes the names of its images its own.
  let name: String
  let objects: [JSONValue]

  var isEmpty: Bool { outputs.isEmpty && entries.isEmpty && objects.isEmpty }

  fileprivate var images: [String] { entries.flatMap(\.parts).compactMap { $0.image?.text } }

  /// The entries without their images, which the style of a page does not reach elsewhere.
  fileprivate var page: PageFragment {
    PageFragment(
      entries.map { entry in
        var entry = entry
        entry.parts.removeAll { $0.image != nil }
        return entry
      }, name: name)
  }
}

extension JSONForms {
  static let bundle = JSONForm<Bundle>(
    "bundle", "what a run tells at once, in all forms; only with --serve"
  ) {
    JSONKey.each("output", { $0.outputs }) {
      JSONKey("stream", "result, message or mistake") { $0.streamed.stream }
      JSONKey("text", "the printed text") { $0.streamed.text }
    }
    JSONKey("html", "the same as a part of a page, without its pictures") { $0.page.text }
    JSONKey("svg", "a picture of it, as a file of its own") { $0.images }
    JSONKey.described("data", "data[].*  any  the objects that a run as json tells") {
      .list($0.objects)
    }
  }

  static let continuation = JSONForm<Int>(
    "continuation", "how an incomplete text goes on; only with --serve"
  ) {
    JSONKey("indentation", "the spaces in front of the next line") { $0 }
  }
}

extension ReportPage.Part {
  fileprivate var image: SVGPicture? {
    if case .image(let image) = self { image } else { nil }
  }
}

extension Output {
  /// The text with the name of its stream.
  var streamed: (stream: String, text: String) {
    switch self {
    case .result(let text): ("result", text)
    case .message(let text): ("message", text)
    case .mistake(let text): ("mistake", text)
    }
  }
}
