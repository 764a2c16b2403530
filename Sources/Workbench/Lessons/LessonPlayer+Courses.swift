// Courses: the lessons that a person takes one after the other.
import RetryLanguage

extension LessonPlayer {
  /// A lesson of a course.
  struct Stop {
    let course: Course
    let path: String
    /// How many lessons of the course come before it.
    let index: Int
    let count: Int

    /// Where it is, for the person who begins it.
    var phrase: String { "lesson \(index + 1) of \(count) of '\(course.command)'" }
  }

  /// Returns the title of a lesson, or why it cannot be read.
  func title(of path: String) -> String {
    let lesson = content(of: path)
    return lesson.text.map { Lesson.title(of: $0) }
      ?? "cannot be read: \(lesson.reason ?? "")".sanitized
  }

  /// The paths of the lessons of a course that are here, in order.
  func lessons(of course: Course) -> [String] { course.lessons(among: self.course, in: host.paths) }

  /// Returns the name under which progress in a lesson is stored: its path, unless it is one of the program.
  func name(of path: String) -> String { course.contains(path) ? Lesson.name(of: path) : path }

  /// The numbers of the lessons of a course, as far as they are lessons of the program.
  private func numbers(of course: Course) -> [Int] {
    lessons(of: course).compactMap { self.course.firstIndex(of: $0) }.map { $0 + 1 }
  }

  /// Returns the first lesson of a course that was not completed, if any; after one of them, one that follows it.
  ///
  /// A lesson whose exercise was skipped comes again when the course is taken again.
  mutating func stop(in course: Course, after last: String? = nil) -> Stop? {
    let paths = lessons(of: course)
    let progress = currentProgress()
    let start = last.flatMap { paths.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let index = paths.indices.dropFirst(start).first { !progress.isDone(name(of: paths[$0])) }
    return index.map { Stop(course: course, path: paths[$0], index: $0, count: paths.count) }
  }

  /// The list of the lessons, each with its minutes and a bookmark.
  mutating func rows(_ minutes: [Int]) -> [(name: String, text: String)] {
    let progress = currentProgress()
    let short = Set(numbers(of: .hour))
    return zip(course, minutes).enumerated().map { index, lesson in
      let (path, minutes) = lesson
      let words = progress.bookmarks[Lesson.name(of: path)]?.phrase ?? ""
      let star = short.isEmpty ? "" : short.contains(index + 1) ? "* " : "  "
      let bookmark = words.isEmpty ? "" : "  (\(words))"
      let pad = minutes < 10 ? " " : ""
      return ("\(index + 1)", "\(pad)\(minutes) min  \(star)\(title(of: path))\(bookmark)")
    }
  }

  /// The courses, each with its lessons and how long they take; a folder is among them while it is taken.
  mutating func courseRows(_ minutes: (String) -> Int) -> [(name: String, text: String)] {
    let progress = currentProgress()
    var courses = Course.known
    if let taken = taken ?? progress.taken, !courses.contains(taken) { courses.append(taken) }
    return courses.compactMap { course in
      let paths = lessons(of: course)
      guard !paths.isEmpty else { return nil }
      let done = paths.count { progress.isDone(name(of: $0)) }
      let time = Lesson.time(minutes: paths.reduce(0) { $0 + minutes($1) })
      return (
        course.command, "\(phrase(of: course)): about \(time), \(done) of \(paths.count) done"
      )
    }
  }

  /// The lessons of a course by their numbers, or how many there are.
  private func phrase(of course: Course) -> String {
    let numbers = numbers(of: course)
    let word = lessons(of: course).count == 1 ? "lesson" : "lessons"
    guard let first = numbers.first, let last = numbers.last else {
      return "\(lessons(of: course).count) \(word)"
    }
    let isRow = numbers.count > 2 && last - first == numbers.count - 1
    return "\(word) "
      + (isRow ? "\(first) to \(last)" : numbers.map(String.init).joined(separator: ", "))
  }
}
