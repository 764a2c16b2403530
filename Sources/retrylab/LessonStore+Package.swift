import BuiltInScenarios
import Files
import RetryLanguage
import Workbench

extension LessonStore {
  /// The course, and the file with the progress.
  static var ofUser: LessonStore {
    var store = course
    store.kept = { OwnFile.lessons.path.map { Platform.content(ofFile: $0) } ?? .absent }
    store.keep = keep
    return store
  }

  /// The course in the current folder or else in the program.
  static var course: LessonStore {
    LessonStore(
      course: {
        let course = "scenarios/lessons"
        guard Platform.isFolder(course) else {
          return BuiltInScenarios.paths(beginningWith: course + "/")
        }
        return (try? Platform.scenarios(in: course)) ?? []
      },
      lesson: { BuiltInScenarios.content(of: $0, orElse: Platform.content(ofFile: $0)) })
  }

  private static func keep(_ text: String) -> String? {
    guard let path = OwnFile.lessons.path else { return "there is no folder for it" }
    do throws(FileError) {
      try OwnFolder.make(for: path)
    } catch {
      return error.description
    }
    return WholeFile.write(text.utf8, to: path, mode: 0o600, mayReplace: true).reason
  }
}
