package import VirtualTime

/// A row of a database under optimistic locking.
///
/// An attempt takes four hops: a request to read, the answer with the version, a request to write, and its answer.
/// The write succeeds if the version is still the one that was read; otherwise it fails with `.conflict`. If calls
/// have keys, it is a table with a row for each.
package struct VersionedRow: Hashable, Sendable {
  /// The error of a write to a version that has changed.
  package static let conflict = Fault("conflict")

  package let name: String
  package let hop: Distribution

  package init(_ name: String, hop: Distribution) {
    self.name = name
    self.hop = hop
  }
}
