import Report
import RetryLanguage
import Simulation

/// The progress in each lesson.
struct LessonProgress: Equatable {
  /// The progress in one lesson.
  struct Mark: Equatable {
    /// The number of the last section shown, from 1.
    var place = 0
    /// The number of sections.
    var count = 0
    /// The sections whose exercises were passed.
    var passed: Set<Int> = []
    /// The number of times that the end was reached.
    var ends = 0

    /// The progress as shown in the list of lessons.
    var words: String { ends > 0 ? "done" : place > 0 ? "at \(place) of \(count)" : "" }
  }

  /// The progress by lesson.
  var marks: [String: Mark] = [:]

  /// Creates empty progress.
  init() {}

  /// Parses saved progress; fails for other text.
  init?(_ text: String, json: (String) -> Value?) {
    guard case .object(let object)? = json(text), object["kind"] == .text("lessons"),
      case .object(let lessons)? = object["lessons"]
    else { return nil }
    for (name, value) in lessons {
      guard let mark = Mark(value) else { return nil }
      marks[name] = mark
    }
  }

  /// The progress as one line of text.
  var text: String {
    let lessons = marks.sorted { $0.key < $1.key }.reduce(JSONValue.object([])) { lessons, entry in
      lessons.adding(entry.key, entry.value.json)
    }
    return (["kind": "lessons", "lessons": lessons] as JSONValue).text + "\n"
  }
}

extension LessonProgress.Mark {
  fileprivate init?(_ value: Value) {
    guard case .object(let fields) = value, case .int(let place)? = fields["place"],
      case .int(let count)? = fields["count"], case .list(let passed)? = fields["passed"],
      case .int(let ends)? = fields["ends"], place >= 0, count >= 0
    else { return nil }
    (self.place, self.count, self.ends) = (place, count, ends)
    for item in passed {
      guard case .int(let section) = item else { return nil }
      self.passed.insert(section)
    }
  }

  fileprivate var json: JSONValue {
    [
      "place": .int(Int64(place)), "count": .int(Int64(count)),
      "passed": .list(passed.sorted().map { .int(Int64($0)) }), "ends": .int(Int64(ends)),
    ]
  }
}
