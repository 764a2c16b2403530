import RetryLanguage

/// What a session remembers of the lesson that is taken.
struct LessonState {
  /// The lesson that is walked through.
  var walk: Walk?
  /// The current exercise.
  var exercise: Exercise?
  /// What a person said of the next result.
  var prediction: Prediction?
  /// Whether a section is being presented, which hides what only tests check.
  var isPresenting = false
  /// How far the person has come in the lessons of this session.
  var progress = LessonProgress()
  /// Whether it was said that progress is not kept.
  var hasWarned = false

  /// A lesson on the way.
  struct Walk {
    let lesson: Lesson
    /// The name under which progress is kept.
    let name: String
    /// Its number in the list, if it is in it.
    let number: Int?
    /// The settings that come back at the end.
    let settings: Settings
    /// The section that was shown last.
    var place = -1
    /// What there was before each section.
    var states: [State] = []
    /// The exercises that were passed, by their sections.
    var passed: Set<Int> = []
    /// Whether it was said that the exercise is still open.
    var isWarned = false

    /// Whether the last section was shown.
    var isOver: Bool { place + 1 >= lesson.sections.count }
  }

  /// What a section begins with.
  struct State {
    let settings: Settings
    let definitions: Definitions
  }
}
