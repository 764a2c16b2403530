/// A strategy as a value: it turns a source into another one, after Finagle's filters.
///
///     AuthFilter.andThen(RetryFilter).andThen(fetch)
///
/// The first filter is the outermost, and composition is associative.
package struct SourceFilter: Sendable {
  /// The name.
  package let name: String
  private let apply: @Sendable (Source) -> Source

  /// Creates a filter from its name and a function on sources.
  package init(_ name: String, _ apply: @escaping @Sendable (Source) -> Source) {
    self.name = name
    self.apply = apply
  }

  /// Returns the source inside this filter.
  package func andThen(_ source: Source) -> Source {
    apply(source)
  }

  /// Returns a filter that applies this one around another.
  package func andThen(_ inner: SourceFilter) -> SourceFilter {
    SourceFilter("\(name) → \(inner.name)") { andThen(inner.andThen($0)) }
  }
}
