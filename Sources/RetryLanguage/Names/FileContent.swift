/// What a file holds, as far as that can be told.
package enum FileContent: Hashable, Sendable {
  case text(String)
  /// There is no such file.
  case absent
  /// There is something that cannot be read, and why.
  case unreadable(String)

  /// There is a folder of this name.
  package static let folder = FileContent.unreadable("it is a folder")

  /// What is said of a file that leads elsewhere.
  package static let outside = FileContent.unreadable("it lies outside of this folder")

  /// The text, if it could be read.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Why there is no text; nothing where there is one.
  package var reason: String? {
    switch self {
    case .text: nil
    case .absent: "there is no such file"
    case .unreadable(let reason): reason
    }
  }
}
