/// A strategy as a value: it turns a source into another one, after Finagle's filters.
///
///     AuthFilter.andThen(RetryFilter).andThen(fetch)
///
/// The first filter is the outermost, and composition is associative.
package struct SourceFilter: Sendable {
  package let name: String
  private let apply: @Sendable (Source) -> Source

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
