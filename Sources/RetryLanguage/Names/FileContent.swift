/// The contents of a file, if it can be read.
package enum FileContent: Hashable, Sendable {
  case text(String)
  case absent
  /// The file cannot be read, with the reason.
  case unreadable(String)

  /// The path is a folder.
  package static let folder = FileContent.unreadable("it is a folder")

  /// The path leads outside the folder.
  package static let outside = FileContent.unreadable("it is outside this folder")

  /// The text, if it could be read.
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// Why the text could not be read, if it could not.
  package var reason: String? {
    switch self {
    case .text: nil
    case .absent: "there is no such file"
    case .unreadable(let reason): reason
    }
  }
}
