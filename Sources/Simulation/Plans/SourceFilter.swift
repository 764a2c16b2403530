/// A strategy as a value of its own: it turns a source into another one, after Finagle's filters.
///
///     AuthFilter.andThen(RetryFilter).andThen(fetch)
///
/// The filter that is named first stands outermost, and composing is associative.
package struct SourceFilter: Sendable {
  /// The name.
  package let name: String
  private let apply: @Sendable (Source) -> Source

  /// Creates a filter by its name and what it makes of a source.
  package init(_ name: String, _ apply: @escaping @Sendable (Source) -> Source) {
    self.name = name
    self.apply = apply
  }

  /// Returns the source with this filter around it.
  package func andThen(_ source: Source) -> Source {
    apply(source)
  }

  /// Returns a filter that puts this one around another.
  package func andThen(_ inner: SourceFilter) -> SourceFilter {
    SourceFilter("\(name) → \(inner.name)") { andThen(inner.andThen($0)) }
  }
}
