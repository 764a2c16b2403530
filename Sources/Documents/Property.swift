/// A line of a file of properties: the path of its key, and a value.
struct Property {
  /// A part of a key.
  struct Step {
    enum Name: Hashable {
      case key(String)
      case index(Int)
    }

    let name: Name
    let place: Place
  }

  /// The parts of its key, at least one.
  let path: [Step]
  let value: Document

  /// Returns the map or list of the properties whose keys have the same beginning.
  static func nested(
    _ properties: [Property], below depth: Int, at place: Place
  ) throws(DocumentError) -> Document {
    if let leaf = properties.firstIndex(where: { $0.path.count == depth }) {
      guard properties.count > 1 else { return properties[leaf].value }
      throw clash(properties[0], properties[max(leaf, 1)], depth)
    }
    var names: [Step.Name] = []
    var groups: [Step.Name: [Property]] = [:]
    for property in properties {
      let name = property.path[depth].name
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(property)
    }
    var entries: [Document.Entry] = []
    var elements: [Int: Document] = [:]
    for name in names {
      guard let group = groups[name], let place = group.first?.path[depth].place else { continue }
      let value = try nested(group, below: depth + 1, at: place)
      switch name {
      case .key(let key): entries.append(Document.Entry(key: key, place: place, value: value))
      case .index(let index): elements[index] = value
      }
    }
    guard !elements.isEmpty else { return Document(content: .map(entries), place: place) }
    guard entries.isEmpty else {
      throw DocumentError(
        entries[0].place, "a list cannot have the key \(entries[0].key.excerpt)")
    }
    let list = (0..<elements.count).compactMap { elements[$0] }
    guard list.count == elements.count else {
      throw DocumentError(place, "a list counts from [0] without gaps")
    }
    return Document(content: .list(list), place: place)
  }

  /// Returns the error of two properties that stand for the same value, or of one that stands for a part of the other.
  private static func clash(_ first: Property, _ second: Property, _ depth: Int) -> DocumentError {
    let isSame = first.path.count == second.path.count
    let words = isSame ? "the key is here again" : "a value cannot have parts"
    return DocumentError(
      second.path[0].place, "\(words); first it is on \(first.path[0].place)")
  }
}
