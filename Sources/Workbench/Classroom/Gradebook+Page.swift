import Pictures
package import Report
import TextLayout

extension Gradebook {
  /// The grades as a page: the class at a glance, what it guessed, and each answer with its goals.
  package var page: ReportPage {
    let glance: [ReportPage.Entry] = [
      entry(
        "Students by exercises",
        [.table(marks(of: tasks.indices, Style())), .lines([legend(Style()).text])]),
      entry("Exercises", [.table(exercises)]),
      entry("Remarks", remarks.map { [.table($0)] } ?? []),
      entry("Copies", [.lines(copies.isEmpty ? ["no copies found"] : copies.map(\.phrase))]),
      entry(
        "Guesses",
        guesses.isEmpty
          ? []
          : [.table(ClassGuesses.table(guesses))]
            + guesses.compactMap(\.picture).map { .image(SVGPicture($0)) }),
    ].compactMap(\.self)
    let answers = ReportPage.Entry(.heading("Each answer with its goals"), parts: [.table(table)])
    return ReportPage(
      title: "Grades",
      facts: [("result", summary), ("made by", Version.maker)],
      chapters: [
        .init(title: "The class", entries: glance), .init(title: "Answers", entries: [answers]),
      ])
  }

  private func entry(_ heading: String, _ parts: [ReportPage.Part]) -> ReportPage.Entry? {
    parts.isEmpty ? nil : ReportPage.Entry(.heading(heading), parts: parts)
  }
}
