import Files
import RetryLanguage
import Workbench

extension LessonStore {
  /// The course in the current folder or else in the program, and the file with the progress.
  static var ofPackage: LessonStore {
    LessonStore(
      course: {
        let course = "scenarios/lessons"
        guard Platform.isFolder(course) else {
          return BuiltInScenarios.paths(beginningWith: course + "/")
        }
        return (try? Platform.scenarios(in: course)) ?? []
      },
      lesson: { BuiltInScenarios.content(of: $0, orElse: Platform.content(ofFile: $0)) },
      kept: { Folders.lessons.map { Platform.content(ofFile: $0) } ?? .absent }, keep: keep)
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
