import Files
import RetryLanguage
import Workbench

extension LessonStore {
  /// The course of the package, and the file with the progress.
  static var ofPackage: LessonStore {
    LessonStore(
      course: { folder.flatMap { try? Platform.scenarios(in: $0) } ?? [] },
      lesson: { Platform.content(ofFile: $0) },
      kept: { Folders.lessons.map { Platform.content(ofFile: $0) } ?? .absent }, keep: keep)
  }

  /// The folder of the course: below the current folder, or in the package from which the program was built.
  private static var folder: String? {
    let course = "scenarios/lessons"
    if Platform.isFolder(course) { return course }
    guard var folder = Platform.resolved("/proc/self/exe") else { return nil }
    while let end = folder.lastIndex(of: "/") {
      folder = String(folder[..<end])
      if Platform.isFolder("\(folder)/\(course)") { return "\(folder)/\(course)" }
    }
    return nil
  }

  private static func keep(_ text: String) -> String? {
    guard let path = Folders.lessons else { return "there is no folder for it" }
    do throws(FileTrouble) {
      try OwnFolder.make(for: path)
    } catch {
      return error.description
    }
    return WholeFile.write(text.utf8, to: path, mode: 0o600, mayReplace: true).reason
  }
}
