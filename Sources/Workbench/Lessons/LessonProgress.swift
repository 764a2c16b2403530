import Report
import RetryLanguage
import Simulation

/// A person's progress in each lesson.
struct LessonProgress: Equatable {
  /// The progress in one lesson.
  struct Bookmark: Equatable {
    /// The number of the last section shown, from 1; 0 if the lesson is not under way.
    var place = 0
    var count = 0
    /// The sections whose exercises were solved.
    var passed: Set<Int> = []
    /// How often the lesson was taken to its end.
    var ends = 0
    /// Whether an exercise was skipped, and is still not solved.
    var isOpen = false

    /// Returns the index of the section where a lesson of so many sections was left.
    func place(among count: Int) -> Int {
      count == self.count && (1...max(count, 1)).contains(place) ? place - 1 : 0
    }

    /// The bookmark in words, for the list of lessons.
    var phrase: String {
      isDone ? "done" : isOpen ? "exercise open" : place > 0 ? "at \(place) of \(count)" : ""
    }

    var isDone: Bool { ends > 0 && !isOpen }
  }

  var bookmarks: [String: Bookmark] = [:]
  /// The lesson to go on with: its name in the course, or the path of its file.
  var last: String?
  /// The course of which that lesson is a part, if any.
  var taken: Course?

  func isDone(_ name: String) -> Bool { bookmarks[name]?.isDone ?? false }

  init() {}

  /// Parses saved progress; fails for other text.
  init?(_ text: String, json: (String) -> Value?) {
    guard case .object(let object)? = json(text), object["kind"] == .text("lessons"),
      case .object(let lessons)? = object["lessons"]
    else { return nil }
    for (name, value) in lessons {
      guard let bookmark = Bookmark(value) else { return nil }
      bookmarks[Self.unnumbered(name)] = bookmark
    }
    if case .text(let name)? = object["last"] { last = Self.unnumbered(name) }
    if case .text(let word)? = object["course"] { taken = Course(word) }
  }

  /// The name of a lesson of the program, which older files have with its number; a path stays as it is.
  private static func unnumbered(_ name: String) -> String {
    name.hasSuffix(".retry") ? name : Lesson.unnumbered(name)
  }

  /// The stored form, in one line.
  var text: String {
    let lessons = bookmarks.sorted { $0.key < $1.key }.reduce(JSONValue.object([])) {
      lessons, entry in
      lessons.adding(entry.key, entry.value.json)
    }
    var object: JSONValue = ["kind": "lessons", "lessons": lessons]
    if let last { object = object.adding("last", .string(last)) }
    if let taken { object = object.adding("course", .string(taken.word)) }
    return object.text + "\n"
  }
}

extension LessonProgress.Bookmark {
  fileprivate init?(_ value: Value) {
    guard case .object(let fields) = value, let place = fields["place"]?.integer,
      let count = fields["count"]?.integer, case .list(let passed)? = fields["passed"],
      let ends = fields["ends"]?.integer, place >= 0, count >= 0
    else { return nil }
    (self.place, self.count, self.ends) = (place, count, ends)
    isOpen = fields["open"] == .bool(true)
    for item in passed {
      guard let section = item.integer else { return nil }
      self.passed.insert(section)
    }
  }

  fileprivate var json: JSONValue {
    [
      "place": .int(Int64(place)), "count": .int(Int64(count)),
      "passed": .list(passed.sorted().map { .int(Int64($0)) }), "ends": .int(Int64(ends)),
      "open": .bool(isOpen),
    ]
  }
}
