// Courses: the lessons that a person takes one after the other.
import RetryLanguage

extension LessonPlayer {
  /// A lesson of a course.
  struct Stop {
    let course: Course
    let number: Int
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

  /// The numbers of the lessons of a course that are here, in order.
  func numbers(of course: Course) -> [Int] {
    self.course.indices.filter { course.includes(Lesson.name(of: self.course[$0])) }.map { $0 + 1 }
  }

  /// Returns the first lesson of a course that was not completed, if any; after one of them, one that follows it.
  ///
  /// A lesson whose exercise was skipped comes again when the course is taken again.
  mutating func stop(in course: Course, after last: Int? = nil) -> Stop? {
    let numbers = numbers(of: course)
    let progress = currentProgress()
    let index = numbers.firstIndex {
      $0 > (last ?? 0) && !progress.isDone(Lesson.name(of: self.course[$0 - 1]))
    }
    return index.map { Stop(course: course, number: numbers[$0], index: $0, count: numbers.count) }
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

  /// The courses, each with its lessons and how long they take.
  mutating func courseRows(_ minutes: [Int]) -> [(name: String, text: String)] {
    let progress = currentProgress()
    return Course.allCases.compactMap { course in
      let numbers = numbers(of: course)
      guard !numbers.isEmpty else { return nil }
      let done = numbers.count { progress.isDone(Lesson.name(of: self.course[$0 - 1])) }
      let (first, last) = (numbers[0], numbers[numbers.count - 1])
      let isRow = numbers.count > 2 && last - first == numbers.count - 1
      let list =
        isRow ? "\(first) to \(last)" : numbers.map(String.init).joined(separator: ", ")
      let time = Lesson.time(minutes: numbers.reduce(0) { $0 + minutes[$1 - 1] })
      let word = numbers.count == 1 ? "lesson" : "lessons"
      return (course.command, "\(word) \(list): about \(time), \(done) of \(numbers.count) done")
    }
  }
}
