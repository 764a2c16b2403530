// All commands, in the order of the help.

extension CommandTable {
  /// The commands of RetryLab.
  package static let standard = CommandTable(
    [
      .run, .play, .step, .why, .stats, .compare, .presets, .sweep, .tune, .find, .hunt, .expect,
      .explain,
      .show,
      .seed, .set, .dialect, .timing, .help, .apropos, .load, .save, .import, .export, .report,
      .replay,
      .history,
      .edit, .undo, .redo, .reset, .quit, .exit, .lesson, .course, .next, .back, .check, .predict,
      .exercise,
      .goal,
      .hint, .solution, .wrong, .remember,
    ] + Command.stepping, run: .run)
}
