/// The size of a screen.
package struct ScreenSize: Hashable, Sendable {
  /// The columns.
  package let columns: Int
  /// The rows.
  package let rows: Int

  /// Creates a size.
  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}
