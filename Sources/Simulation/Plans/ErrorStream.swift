/// The identity of a stream of errors in a plan.
package final class ErrorStream: Sendable {}
