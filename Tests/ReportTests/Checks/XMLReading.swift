import Foundation
import FoundationXML

/// What stands in a document, element by element; reading one that is not well formed throws.
final class XMLReading: NSObject, XMLParserDelegate {
  private(set) var names: [String] = []
  private(set) var attributes: [String: [[String: String]]] = [:]
  /// The text of elements that have some, by name.
  private(set) var texts: [String: [String]] = [:]
  private var open: [(name: String, text: String)] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.fileReadCorruptFile) }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes found: [String: String]
  ) {
    names.append(name)
    attributes[name, default: []].append(found)
    open.append((name, ""))
  }

  func parser(_ parser: XMLParser, foundCharacters text: String) {
    if let last = open.indices.last { open[last].text += text }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    let text = open.removeLast().text
    if !text.isEmpty { texts[name, default: []].append(text) }
  }
}
