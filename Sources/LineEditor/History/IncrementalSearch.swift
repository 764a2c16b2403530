/// A search backward through the history, letter by letter.
package struct IncrementalSearch: Sendable {
  package enum Step: Hashable, Sendable {
    case searching
    /// The found entry is accepted, and the key is handled as usual.
    case taken
    /// The previous entry is restored.
    case abandoned
  }

  private let entries: [String]
  private let original: String
  private var query = ""
  private var place: Int
  private var isFailing = false

  package init(_ history: History, from text: String) {
    entries = history.entries
    original = text
    place = history.entries.count
  }

  /// The found entry, or the previous text.
  package var text: String { place < entries.count ? entries[place] : original }

  package var prompt: String {
    "\(isFailing ? "no '" : "search '")\(query.replacing("\n", with: " "))': "
  }

  /// The position of the match, where the cursor is.
  package var cursor: Int {
    guard place < entries.count, !query.isEmpty, let range = entries[place].firstRange(of: query)
    else { return text.count }
    return entries[place].distance(from: entries[place].startIndex, to: range.lowerBound)
  }

  package mutating func take(_ key: Unicode.Scalar) -> Step {
    switch key.value {
    case 0x12: find(from: place - 1, by: -1)
    case 0x13: find(from: place + 1, by: 1)
    case 0x07: return .abandoned
    case 0x08, 0x7F:
      if !query.isEmpty { query.removeLast() }
      place = entries.count
      find(from: place, by: -1)
    case 0x20..., 0x09:
      // These are the internal keys of commands, which no keyboard sends.
      guard key.value < 0x80 || key.value > 0x9F else { return .taken }
      query.unicodeScalars.append(key)
      find(from: place, by: -1)
    default: return .taken
    }
    return .searching
  }

  private mutating func find(from start: Int, by step: Int) {
    guard !query.isEmpty else {
      isFailing = false
      return
    }
    var index = start
    while entries.indices.contains(index) || index == entries.count {
      if index < entries.count, entries[index].contains(query) {
        (place, isFailing) = (index, false)
        return
      }
      index += step
    }
    isFailing = true
  }
}
