import BuiltInScenarios
import LineEditor
import RetryLanguage
import Workbench

/// Packs exercises for a class, and grades the answers: reads and writes the folders.
struct ClassFrontEnd {
  let arguments: Arguments

  init(_ arguments: Arguments) {
    self.arguments = arguments
  }

  // MARK: - Exercises

  /// The path of the exercises to pack, or of the answers to grade.
  var path: String { arguments.paths.first ?? "" }

  /// Reads the exercises of a lesson, or of the lessons in a folder.
  func tasks(in root: String) throws(Ending) -> [ClassTask] {
    let paths: [String]
    do throws(Platform.FolderError) {
      paths = try BuiltInScenarios.paths(at: root)
    } catch {
      throw Ending(code: Platform.unreadable(error.path, error.reason))
    }
    var tasks: [ClassTask] = []
    for path in paths { tasks += try self.tasks(of: path, in: root) }
    guard !tasks.isEmpty else { throw Ending("no exercises in '\(root.sanitized)'", .noSuchFile) }
    var names: Set<String> = []
    for task in tasks where !names.insert(task.name.lowercased()).inserted {
      throw Ending("two exercises are named '\(task.name.sanitized)'", .wrongScript)
    }
    return tasks
  }

  private func tasks(of path: String, in root: String) throws(Ending) -> [ClassTask] {
    let content = BuiltInScenarios.content(of: path, orElse: Platform.content(ofFile: path))
    guard let text = content.text else {
      throw Ending(code: Platform.unreadable(path, content.reason ?? ""))
    }
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    let start = path == root ? folder : root.withoutEndingSlash
    let below = path.hasPrefix(start + "/") ? path.dropFirst(start.count + 1) : path[...]
    let name = below.hasSuffix(".retry") ? below.dropLast(".retry".count) : below
    do throws(ClassTask.Problem) {
      return try ClassTask.tasks(
        in: text, named: name.split(separator: "/").joined(separator: "-"), path: path.sanitized,
        host: FrontEnd.host(in: folder))
    } catch {
      Platform.write(error.message, to: .error)
      throw Ending(code: .wrongScript)
    }
  }

  // MARK: - Files

  /// Writes a file that does not exist, or replaces one if that is allowed.
  func write(_ text: String, to path: String, mayReplace: Bool = false) throws(Ending) {
    switch Platform.save(path, text, mayReplace: mayReplace) {
    case .saved: return
    case .exists: throw Ending(code: Platform.unwritable(path, "it already exists"))
    case .failed(let reason): throw Ending(code: Platform.unwritable(path, reason))
    }
  }
}

extension String {
  /// The path of a folder without a slash at its end.
  var withoutEndingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}
