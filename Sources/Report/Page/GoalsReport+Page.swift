extension GoalsReport {
  package func page(madeBy maker: String) -> ReportPage {
    let goals = check.expectations.map {
      ReportPage.Part.verdict($0.name, isMet: $0.verdict == .passed)
    }
    let mistakes = failures.map {
      ReportPage.Part.mistake("\(check.place(of: $0)): \($0.message)")
    }
    let changed = ReportPage.parts(of: changes, from: "recorded", to: "now")
    return ReportPage(
      title: summary, facts: [("made by", maker)],
      chapters: [
        .init(title: "Goals", entries: [.init(.heading(check.path), parts: goals + mistakes)]),
        .init(
          title: "What changed",
          entries: [
            .init(
              .narration([
                changed.isEmpty ? "no figure differs from the recording" : changes.summary
              ]),
              parts: changed)
          ]),
      ])
  }
}
