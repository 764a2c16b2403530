/// How large a request may be, so that no client takes all of the memory.
package struct RequestLimits: Sendable {
  /// The most bytes of the request line with all fields.
  package var head = 64 * 1024
  /// The most fields.
  package var fields = 100
  /// The most bytes of the content.
  package var content = 64 * 1024 * 1024
  /// Whether the content is kept, not only its digest.
  package var keepsContent = false

  package init() {}
}
