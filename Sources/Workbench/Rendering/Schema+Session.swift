// What explains, and what tells of a session and of checks.

extension Schema {
  static let explanations: [Schema] = [
    Schema(
      "explain", "what a strategy will do",
      """
      subject            text             what is explained, as it is written
      most_attempts      integer or null  the most attempts, where that is known
      longest_ns         integer or null  the longest time, where there is one
      parts[].depth      integer          how many parts it stands within
      parts[].text       text             what it is, in words
      parts[].details[]  text             what it does, in words
      warnings[]         text             what is probably not meant
      """),
    Schema(
      "why", "a call, decision by decision",
      """
      subject                           text             what was run
      seed                              integer          the seed of the call
      call                              integer          the number of the call
      outcome                           text             how it ended, as of a run
      attempts                          integer          its attempts
      duration_ns                       integer          how long it took
      decisions[].t_ns                  integer          when it was made
      decisions[].cause                 text             failure, deadline, notified or cache
      decisions[].op                    text or null     the operation of the latest attempt
      decisions[].n                     integer or null  its number
      decisions[].error                 text or null     the error that it was about
      decisions[].questions[].question  text             what the strategy asked
      decisions[].questions[].answer    text             what it found
      decisions[].verdicts[]            text             what came of it
      against[].subject                 text             another strategy
      against[].outcome                 text             how the call would have ended
      against[].attempts                integer          its attempts then
      against[].duration_ns             integer          how long it would have taken
      """),
    Schema(
      "step", "where a call stands that is stepped through",
      """
      subject             text          what is run
      moment              integer       the moment that is looked at, from 1
      t_ns                integer       its time
      is_over             flag          whether nothing more happens
      is_asked            flag          whether a person is asked
      events[].t_ns       integer       what has happened since, as of a run
      events[].event      text          the same
      events[].op         text          the same
      events[].n          integer       the same
      events[].error      text          the same
      events[].for_ns     integer       the same
      pending[].t_ns      integer       when the next events come
      pending[].title     text          the operator to which one comes
      pending[].activity  text          what it is doing
      plan.title          text          the outermost operator
      plan.activity       text or null  what it is doing
      plan.inputs[]       object        the operators that it stands on, alike
      """),
    Schema("text", "a text that was asked for, such as help", "text  text  the text"),
  ]

  static let sessions: [Schema] = [
    Schema(
      "definition", "a definition that was asked for; behind --serve also one that was made",
      """
      name     text  its name
      type     text  its type
      text     text  what it is, in words
      written  text  the line that defines it
      hides    flag  whether it hides what the language has of that name; where it was made
      """),
    Schema(
      "setting", "a setting that was asked for",
      """
      name     text  its name
      value    text  its value
      origin   text  where the value comes from
      meaning  text  what it is about
      """),
    Schema("narration", "a line of narration; behind --serve", "text  text  the line"),
    Schema("note", "what is said besides; behind --serve", "text  text  what is said"),
    Schema(
      "took", "how long a statement took, under 'timing'; behind --serve",
      "duration_ns  integer  the time on the clock"),
    Schema(
      "ways", "how calls were run, under 'timing'; behind --serve",
      "ways[]  text  the ways, in words"),
    Schema(
      "progress", "how far a long work is; behind --serve", "share  number  the share that is done"),
    Schema(
      "question", "what a person is asked; behind --serve",
      """
      text       text  the question
      answers[]  text  what may be answered, where that is known
      """),
    Schema(
      "output", "what is printed in another form; behind --serve",
      """
      stream  text  result, message or mistake
      text    text  what is printed
      """),
    Schema(
      "completion", "what could stand at a place; behind --serve",
      """
      from            integer  the beginning of what is replaced, in code points
      to              integer  its end
      words[].name    text     a way to go on
      words[].text    text     what is put in its place
      words[].detail  text     what it is
      """),
    Schema(
      "signature", "how a call is written; behind --serve",
      """
      label            text or null  the label before the place
      forms[].text     text          a form of the call
      forms[].summary  text          what it does
      """),
    Schema(
      "refusal", "a request that is none; behind --serve", "message  text  what is wrong with it"),
    Schema(
      "done", "the end of an answer; behind --serve",
      "status  text  ready, incomplete, wrong, failed, stopped or ended"),
  ]

  static let checks: [Schema] = [
    Schema(
      "replay", "a scenario that was run beside its recording",
      """
      path                     text          its path
      same                     flag          whether all is as it was recorded
      changes[].result         integer       the number of the result, from 1
      changes[].title          text          what the result is about
      changes[].key            text or null  the figure, null for the whole result
      changes[].recorded       text or null  what was recorded
      changes[].found          text or null  what was found
      changes[].within_chance  flag          whether chance makes such a difference
      notes[]                  text          what is said besides
      """),
    Schema(
      "check", "a scenario that 'retrylab test' or 'replay' checked",
      """
      path             text             its path
      verdict          text             passed, expectation, mistake, difference, unreadable or stopped
      line             integer or null  the line that is not as it should be
      message          text             what is wrong
      notes[]          text             what is said besides
      cases[].name     text             an expectation, or the whole
      cases[].verdict  text             what came of it
      cases[].line     integer or null  its line
      cases[].message  text             what is wrong with it
      """),
    Schema(
      "checks", "all of them",
      """
      passed  integer  the scenarios that passed
      failed  integer  the others
      """),
  ]

  private init(_ kind: String, _ meaning: String, _ rows: String) {
    self.init(kind, meaning, [Self.keys(rows)])
  }
}
