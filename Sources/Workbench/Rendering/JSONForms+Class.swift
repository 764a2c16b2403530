import Report

// The kinds of objects about a class.

extension JSONForms {
  /// An answer that was measured.
  struct GradedAnswer {
    let student: String
    let exercise: String
    let seed: UInt64
    let status: String
    let message: String?
    let goals: [(goal: String, isMet: Bool, figures: String?, distance: String?)]
    let notes: [String]
    /// The students with the same answer.
    let alike: [String]
  }

  /// The totals of a class.
  struct GradedClass {
    let students: Int
    /// The answers of each status.
    let counts: [String: Int]
    let copies: [(exercise: String, students: [String], length: Int?)]
  }

  static let grade = JSONForm<GradedAnswer>(
    "grade", "the measured answer of a student, with its grade"
  ) {
    JSONKey("student", "the name of the student") { $0.student }
    JSONKey("exercise", "the name of the exercise") { $0.exercise }
    JSONKey("seed", "the student's seed") { Int64(clamping: $0.seed) }
    JSONKey("status", "solved, missed, invalid, stopped or missing") { $0.status }
    JSONKey("message", "why nothing was measured") { $0.message }
    JSONKey.each("goals", { $0.goals }) {
      JSONKey("goal", "a goal") { $0.goal }
      JSONKey("met", "whether the answer meets it") { $0.isMet }
      JSONKey("figures", "the measured figures; null if nothing was measured") { $0.figures }
      JSONKey("distance", "how far they are from a goal that is missed") { $0.distance }
    }
    JSONKey("notes", "a remark, such as on a definition that does not count") { $0.notes }
    JSONKey("copy_of", "a student with the same answer") { $0.alike }
  }

  static let grades = JSONForm<GradedClass>("grades", "the totals of a class") {
    JSONKey("students", "the number of students") { $0.students }
    JSONKey("solved", "the number of answers that meet all goals") { $0.counts["solved"] ?? 0 }
    JSONKey("missed", "the number that miss a goal") { $0.counts["missed"] ?? 0 }
    JSONKey("invalid", "the number that cannot be measured") { $0.counts["invalid"] ?? 0 }
    JSONKey("stopped", "the number that would take too long") { $0.counts["stopped"] ?? 0 }
    JSONKey("missing", "the number that are missing") { $0.counts["missing"] ?? 0 }
    JSONKey.each("copies", { $0.copies }) {
      JSONKey("exercise", "the exercise of answers that are the same") { $0.exercise }
      JSONKey("students", "a student who handed one in") { $0.students }
      JSONKey("same", "text, comments included, or program, but for layout and names") {
        $0.length == nil ? "text" : "program"
      }
      JSONKey("length", "the tokens of the program; null for a text") { $0.length }
    }
  }
}
