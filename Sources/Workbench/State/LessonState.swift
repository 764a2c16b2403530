import RetryLanguage

/// The state of the current lesson.
struct LessonState {
  /// The current lesson.
  var walk: Walk?
  /// The current exercise.
  var exercise: Exercise?
  /// The user's prediction of the next result.
  var prediction: Prediction?
  /// Whether a section is being presented, which hides what only tests check.
  var isPresenting = false
  /// The progress in the lessons of this session.
  var progress = LessonProgress()
  /// Whether the user was warned that progress is not saved.
  var hasWarned = false

  /// A lesson in progress.
  struct Walk {
    let lesson: Lesson
    /// The name of the lesson in the saved progress.
    let name: String
    /// Its number in the course, if it is part of it.
    let number: Int?
    /// The settings to restore at the end.
    let settings: Settings
    /// The index of the last section shown.
    var place = -1
    /// The state before each section.
    var states: [State] = []
    /// The sections whose exercises were passed.
    var passed: Set<Int> = []
    /// Whether the user was warned that the exercise is unsolved.
    var isWarned = false

    /// Whether the last section was shown.
    var isOver: Bool { place + 1 >= lesson.sections.count }
  }

  /// The state of the session before a section.
  struct State {
    let settings: Settings
    let definitions: Definitions
  }
}
