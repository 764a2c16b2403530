/// The identity of a stream of errors in a description.
package final class ErrorStream: Sendable {}
