/// A lesson that is open, and where the person is in it.
struct LessonWalk {
  let lesson: Lesson
  /// The number of the lesson in the course, if it is part of it.
  let number: Int?
  /// The settings to restore at the end.
  let settings: Settings
  /// The index of the current section.
  var place = -1
  /// The states at the start of the sections so far.
  var states: [LessonPlayer.State] = []
  /// The index of the section to begin with.
  var start: Int
  /// The number of the section that the person was at before starting over; 0 if there is none.
  let left: Int
  /// The sections whose exercises were solved.
  var passed: Set<Int>
  /// Whether the person was told that the exercise is still open.
  var isWarned = false

  var isOver: Bool { place + 1 >= lesson.sections.count }

  /// The name under which progress is stored; outside of the course, the path.
  var name: String { number == nil ? lesson.path : lesson.name }
  /// What a person types to open the lesson.
  var command: String { "lesson " + (number.map { "\($0)" } ?? lesson.path) }
  var position: String { "\(place + 1) of \(lesson.sections.count)" }
}
