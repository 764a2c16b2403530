// The kinds for explanations, sessions and checks.

extension Schema {
  static let explanations: [Schema] = [
    Schema(
      "explain", "the behaviour of a strategy, without a run",
      """
      subject            text             the expression, as written
      most_attempts      integer or null  the most attempts, if known
      longest_ns         integer or null  the longest duration, if limited
      parts[].depth      integer          its depth in the tree of parts
      parts[].text       text             a description of the part
      parts[].details[]  text             a detail of its behaviour
      warnings[]         text             a likely mistake
      """),
    Schema(
      "why", "the decisions of one call",
      """
      subject                           text             the expression that was run
      seed                              integer          the seed of the call
      draws                             text             the draw that stands for all others; only if one does
      call                              integer          the number of the call
      over_ns                           integer          the time over which the starts of calls are spread; only if given
      outcome                           text             its outcome, as in a run
      attempts                          integer          the number of attempts
      duration_ns                       integer          the duration of the call
      decisions[].t_ns                  integer          the time of the decision
      decisions[].cause                 text             failure, deadline, notified or cache
      decisions[].op                    text or null     the operation of the last attempt
      decisions[].n                     integer or null  the number of that attempt
      decisions[].error                 text or null     the error that caused the decision
      decisions[].questions[].question  text             a rule that the strategy applied
      decisions[].questions[].answer    text             the result of the rule
      decisions[].verdicts[]            text             the decision
      against[].subject                 text             an alternative strategy
      against[].outcome                 text             the outcome with that strategy
      against[].attempts                integer          the attempts with that strategy
      against[].duration_ns             integer          the duration with that strategy
      """),
    Schema(
      "step", "the state of a call in the stepper",
      """
      subject             text          the expression that is run
      moment              integer       the number of the current moment, from 1
      t_ns                integer       the time of that moment
      is_over             flag          whether the call has ended
      is_asked            flag          whether a person has to answer
      events[].t_ns       integer       the events since the last step, as in a run
      events[].event      text          as in a run
      events[].op         text          as in a run
      events[].n          integer       as in a run
      events[].error      text          as in a run
      events[].for_ns     integer       as in a run
      pending[].t_ns      integer       the time of a pending event
      pending[].title     text          the operator that receives it
      pending[].activity  text          the activity of the operator
      plan.title          text          the outermost operator
      plan.activity       text or null  its current activity
      plan.inputs[]       object        its inputs, with the same keys
      memories[].name     text          a strategy with a memory, such as a breaker
      memories[].state    text          what it remembers
      """),
    Schema("text", "a requested text, such as help", "text  text  the text"),
  ]

  static let sessions: [Schema] = [
    Schema(
      "definition", "a listed definition; with --serve also a new one",
      """
      name     text  its name
      type     text  its type
      text     text  a description of the value
      written  text  its definition as a line of the language
      hides    flag  whether it hides a built-in name; only for a new definition
      """),
    Schema(
      "setting", "a setting",
      """
      name     text  its name
      value    text  its value
      origin   text  the source of the value
      meaning  text  what it controls
      """),
    Schema("narration", "a line of narration; only with --serve", "text  text  the line"),
    Schema("note", "a note; only with --serve", "text  text  the note"),
    Schema(
      "took", "the time a statement took, after 'timing'; only with --serve",
      "duration_ns  integer  the elapsed real time"),
    Schema(
      "ways", "how calls were simulated, after 'timing'; only with --serve",
      "ways[]  text  a description of each engine used"),
    Schema(
      "progress", "the progress of a long run; only with --serve",
      "share  number  the completed share, from 0 to 1"),
    Schema(
      "question", "a question for a person; only with --serve",
      """
      text       text  the question
      answers[]  text  the accepted answers, if known
      """),
    Schema(
      "output", "output in another format; only with --serve",
      """
      stream  text  result, message or mistake
      text    text  the printed text
      """),
    Schema(
      "completion", "completions at a position; only with --serve",
      """
      from            integer  the start of the replaced text, in code points
      to              integer  the end of the replaced text
      words[].name    text     the name of a completion
      words[].text    text     the text to insert
      words[].detail  text     a description
      """),
    Schema(
      "signature", "the signature of a call; only with --serve",
      """
      label            text or null  the label at the position
      forms[].text     text          a form of the call
      forms[].summary  text          what it does
      """),
    Schema(
      "refusal", "an invalid request; only with --serve", "message  text  the reason"),
    Schema(
      "done", "the end of a response; only with --serve",
      "status  text  ready, incomplete, wrong, failed, stopped or ended"),
  ]

  static let checks: [Schema] = [
    Schema(
      "replay", "a scenario compared with its recording",
      """
      path                     text          its path
      same                     flag          whether the results match the recording
      changes[].result         integer       the number of the result, from 1
      changes[].title          text          a description of the result
      changes[].key            text or null  the figure; null for the whole result
      changes[].recorded       text or null  the recorded value
      changes[].found          text or null  the new value
      changes[].within_chance  flag          whether chance can explain the difference
      notes[]                  text          a note
      """),
    Schema(
      "check", "a scenario that 'retrylab test' or 'replay' checked",
      """
      path             text             the path of the scenario
      verdict          text             passed, expectation, mistake, difference, unreadable or stopped
      line             integer or null  the line that failed
      message          text             the reason for a failure
      notes[]          text             a note
      cases[].name     text             an expectation, or the whole scenario
      cases[].verdict  text             its verdict
      cases[].line     integer or null  its line
      cases[].message  text             the reason for its failure
      """),
    Schema(
      "checks", "the totals of all scenarios",
      """
      passed  integer  the number of scenarios that passed
      failed  integer  the number of scenarios that failed
      """),
    Schema(
      "grade", "an answer that 'retrylab class grade' measured",
      """
      student           text          the name of the student
      exercise          text          the name of the exercise
      seed              integer       the student's seed
      status            text          solved, missed, invalid, stopped or missing
      message           text or null  why nothing was measured
      goals[].goal      text          a goal
      goals[].met       flag          whether the answer meets it
      goals[].figures   text or null  the measured figures; null if nothing was measured
      goals[].distance  text or null  how far they are from a goal that is missed
      notes[]           text          a remark, such as on a definition that does not count
      copy_of[]         text          a student with the same answer
      """),
    Schema(
      "grades", "the totals of a class",
      """
      students             integer          the number of students
      solved               integer          the number of answers that meet all goals
      missed               integer          the number that miss a goal
      invalid              integer          the number that cannot be measured
      stopped              integer          the number that would take too long
      missing              integer          the number that are missing
      copies[].exercise    text             the exercise of answers that are the same
      copies[].students[]  text             a student who handed one in
      copies[].same        text             text, comments included, or program, but for layout and names
      copies[].length      integer or null  the words and signs of the program; null for a text
      """),
  ]

  private init(_ kind: String, _ meaning: String, _ rows: String) {
    self.init(kind, meaning, [Self.keys(rows)])
  }
}
