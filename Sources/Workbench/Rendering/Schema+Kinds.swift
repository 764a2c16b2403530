import Measurement
package import Report

extension Schema {
  /// Every kind of object.
  package static let all: [Schema] =
    results
    + [
      JSONForms.expectation.schema, JSONForms.value.schema, JSONForms.exercise.schema,
      ErrorJSON.form.schema, JSONForms.explanation.schema, JSONForms.reasons.schema,
      JSONForms.step.schema, JSONForms.text.schema, JSONForms.definition.schema,
      JSONForms.setting.schema, JSONForms.narration.schema, JSONForms.note.schema,
      JSONForms.took.schema, JSONForms.ways.schema, JSONForms.progress.schema,
      JSONForms.question.schema, JSONForms.divisible.schema, JSONForms.part.schema,
      JSONForms.output.schema, JSONForms.colours.schema,
      JSONForms.sections.schema,
      JSONForms.completion.schema, JSONForms.signature.schema, JSONForms.playable.schema,
      JSONForms.frame.schema, JSONForms.digest.schema, JSONForms.file.schema,
      JSONForms.refusal.schema,
      JSONForms.done.schema,
      JSONForms.replay.schema, ChecksReport.checkForm.schema, ChecksReport.totalsForm.schema,
      JSONForms.grade.schema, JSONForms.grades.schema, JSONForms.shard.schema,
      JSONForms.work.schema,
      JSONForms.exchange.schema, JSONForms.listening.schema, JSONForms.judgement.schema,
      JSONForms.predicted.schema,
      JSONForms.fitted.schema, JSONForms.log.schema,
      JSONForms.bundle.schema, JSONForms.continuation.schema,
    ]

  /// All kinds, as the help shows them.
  static var helpText: String {
    let all = "every object also has  kind  and  schema, and with --serve  id"
    return ([all] + Schema.all.map(\.text)).joined(separator: "\n")
  }

  private static let subject = keys("subject  text  the expression that was run or measured")
  private static let seed = keys(
    """
    seed  integer  the seed of the calls
    draws  text  the draw that stands for all others; only if one does
    """)
  private static let spread = keys(
    "over_ns  integer  the time over which the starts of calls are spread; only if given")
  private static let partial = keys("is_partial  true  the run was stopped before its end")

  private static func figures(ofLoads: Bool) -> [Key] {
    seed
      + keys(of: Figure.all.filter { ofLoads || !$0.isOfLoads })
  }

  /// The keys of a row of a comparison or a sweep.
  private static func row(_ needed: String) -> [Key] {
    keys(
      """
      parameters.strategy          text             the strategy or the load of the row in a comparison
      parameters.*                 any              the value of a swept parameter; the key of a duration ends in _ns
      against_first.*.value        number           the difference from the first strategy or load
      against_first.*.low          number           the lower bound of its 95% confidence interval
      against_first.*.high         number           the upper bound
      against_first.*.significant  flag             whether the interval excludes 0
      against_first.*.\(needed)_needed  integer or null  the number of \(needed) that would make it significant
      """)
  }

  private static let results: [Schema] = [
    RunJSON.form.schema,
    Schema(
      "stats", "many calls: one object for stats, one per row for compare and sweep",
      [
        subject, figures(ofLoads: false), spread, partial, row("calls"),
      ]),
    Schema(
      "load", "concurrent calls: one object for stats, one per row for compare and sweep",
      [
        subject, figures(ofLoads: true), row("runs"),
        keys(
          """
          retried  number  the share of attempts that were not the first of their call; only of the policies that 'export' checks
          """), LoadJSON.form.schema.keys,
      ]),
    JSONForms.find.schema, JSONForms.hunt.schema, JSONForms.tune.schema,
  ]
}
