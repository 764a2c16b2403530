import LineEditor
import Workbench

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

extension Shelf {
  /// The course of the package, and the file in which progress is kept.
  static var ofPackage: Shelf {
    Shelf(
      course: { folder.flatMap(Platform.scenarios) ?? [] },
      text: { Platform.text(ofFile: $0) },
      kept: kept, keep: keep)
  }

  /// The folder of the course: below the current one, or in the package that the program was built from.
  private static var folder: String? {
    let course = "scenarios/lessons"
    if Platform.isFolder(course) { return course }
    guard var folder = Platform.resolved("/proc/self/exe") else { return nil }
    while let end = folder.lastIndex(of: "/"), end > folder.startIndex {
      folder = String(folder[..<end])
      if Platform.isFolder("\(folder)/\(course)") { return "\(folder)/\(course)" }
    }
    return nil
  }

  private static func kept() -> Kept {
    guard let path = Folders.lessons, access(path, F_OK) == 0 else { return .nothing }
    guard let text = Platform.text(ofFile: path) else { return .unreadable(reason) }
    return .text(text)
  }

  private static func keep(_ text: String) -> String? {
    guard let path = Folders.lessons else { return "there is no folder for it" }
    OwnFolder.make(for: path)
    return WholeFile.write(text.utf8, to: path, mode: 0o600, mayReplace: true).reason
  }

  private static var reason: String { String(cString: strerror(errno)) }
}
