import RetryLanguage
import VirtualTime

/// What a student gets of an exercise: its text, with a seed under which it can be solved.
package struct Handout: Sendable {
  /// The student.
  package let student: String
  /// The name of the exercise.
  package let task: String
  package let seed: UInt64
  /// The text of the file.
  package let text: String
  /// Why the seeds that were drawn first do not fit, if so.
  let misfit: String?

  /// Returns a note on each exercise whose first seed did not fit every student.
  package static func notes(on handouts: [Handout]) -> [String] {
    var seen: Set<String> = []
    return handouts.filter { $0.misfit != nil && seen.insert($0.task).inserted }.map { first in
      let others = handouts.filter { $0.task == first.task && $0.misfit != nil }.map(\.student)
      return
        "'\(first.task)' cannot be solved under every seed, and another was drawn for \(others.joined(separator: ", ")): for example, \(first.misfit ?? "")"
    }
  }
}

extension ClassTask {
  /// The number of seeds that are tried for a student.
  private static let mostSeeds = 20

  /// Whether a seed keeps the exercise as its author meant it.
  private enum Fit {
    case fits
    /// A solution misses a goal, or a wrong answer meets all.
    case misfits(String)
  }

  /// Returns the handout of a student: the first seed fits under which all answers of the author do what they should.
  ///
  /// Returns `nil` if interrupted.
  package func handout(
    for student: String, of seed: UInt64, isInterrupted: @escaping @Sendable () -> Bool
  ) throws(Problem) -> Handout? {
    var reason = ""
    let seeds = (1...).lazy.map { Self.seed(of: seed, for: student, in: name, $0) }
      .filter { isSameVariant($0, of: seed, for: student) }
    for (index, own) in seeds.prefix(Self.mostSeeds).enumerated() {
      let task = drawn(under: own)
      let fit = try task.fit(under: own, isInterrupted)
      if isInterrupted() { return nil }
      guard case .misfits(let words) = fit else {
        return Handout(
          student: student, task: name, seed: own, text: task.sheet(for: student, seed: own),
          misfit: index == 0 ? nil : reason)
      }
      reason = "under seed \(own) \(words)"
    }
    throw Problem(
      message:
        "\(path): no seed of \(Self.mostSeeds) fits '\(name)' for '\(student)'; for example, \(reason)"
    )
  }

  /// Whether a seed draws the values that the student has in the other exercises of the lesson.
  private func isSameVariant(_ own: UInt64, of seed: UInt64, for student: String) -> Bool {
    guard let variants, let first = variants.first else { return true }
    let shared = Self.seed(of: seed, for: student, in: first, 1)
    return variants.all.index(seed: own) == variants.all.index(seed: shared)
  }

  /// Draws a seed, which depends on names only, so that a longer list of students changes no seed.
  private static func seed(
    of seed: UInt64, for student: String, in task: String, _ number: Int
  ) -> UInt64 {
    DrawKey(seed: seed, name: "\(task)/\(student)/\(number)").bits % 1_000_000_000
  }

  private func fit(
    under seed: UInt64, _ isInterrupted: @escaping @Sendable () -> Bool
  ) throws(Problem) -> Fit {
    var headless = try headless(seed: seed, isInterrupted: isInterrupted)
    guard !solutions.isEmpty else {
      throw Problem(
        message:
          "\(path): '\(name)' needs a solution, which shows that it can be solved under each seed")
    }
    try headless.run(LessonPart.script(secrets), of: path)
    guard let check = headless.checks.first(where: { $0.isMet != $0.isRight }) else { return .fits }
    guard check.isRight else { return .misfits("the wrong answer \(check.answer) meets the goals") }
    let lines =
      check.refusal == nil ? check.goals.filter { !$0.isMet }.map(\.phrase) : check.lines
    let words = lines.first?.split(separator: " ").joined(separator: " ") ?? ""
    return .misfits("the solution \(check.answer) \(words)")
  }
}

// MARK: - The text

extension ClassTask {
  /// The file in which a student saves the answer at the prompt.
  package var answerFile: String { "\(name)-answer.retry" }
  /// The file of the exercise, in which the answer may be written, too.
  package var file: String { "\(name).retry" }

  /// Returns the text of the exercise for a student.
  func sheet(for student: String, seed: UInt64) -> String {
    let first = "/// \(title)"
    let isTitled = (carried + section).first?.text == first
    let handIn = """

      /// To answer, define '\(answer)' at the end of this file, or at the prompt: there
      /// 'check' measures it, and 'save \(name)-answer' writes it to a file beside this
      /// one. Hand in the folder. Your seed is your own, \(student).
      \(secretGoals)
      """
    let visible = exercise.filter { !$0.isSecret }
    return (isTitled ? "" : "\(first)\n\n") + LessonPart.sheet(carried + section) + handIn
      + "\nseed \(seed)\n" + LessonPart.sheet(visible)
  }

  /// What a student reads of goals that only the grade tests.
  private var secretGoals: String {
    let more =
      switch exercise.count(where: \.isSecretGoal) {
      case 0: ""
      case 1: "one more goal than 'check', which follows"
      case let count: "\(count) more goals than 'check', which follow"
      }
    return more.isEmpty ? "" : "/// The grade tests \(more) from the text.\n"
  }

  /// Returns the solutions that a text contains, however they are laid out.
  package func solutions(in text: String) -> [String] {
    let packed = text.filter { !$0.isWhitespace }
    return solutions.compactMap { solution in
      guard case .binding(_, let value) = solution, !value.isPlainName else { return nil }
      let written = LessonPart.formatter.text(value)
      return packed.contains(written.filter { !$0.isWhitespace }) ? written : nil
    }
  }
}

extension Expression {
  fileprivate var isPlainName: Bool { if case .name = self { true } else { false } }
}
