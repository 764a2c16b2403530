import Report
import RetryNumerics
package import TextLayout

/// A place that shows what moves.
package struct AnimationScreen {
  /// What happened while a picture was shown.
  package struct Reply: Sendable {
    let passed: Duration
    let keys: [PressedKey]

    /// Creates a reply of the time that passed since the last one, and the keys pressed in it.
    package init(passed: Duration, keys: [PressedKey] = []) {
      (self.passed, self.keys) = (passed, keys)
    }
  }

  let size: () -> (columns: Int, rows: Int)
  /// Shows a picture in place of the one before, for a time or until a key; returns `nil` after an interrupt.
  let show: (_ picture: [TextLine], Duration) -> Reply?
  /// Shows a last picture, which stays.
  let end: (_ picture: [TextLine]) -> Void

  /// Creates a place.
  package init(
    size: @escaping () -> (columns: Int, rows: Int),
    show: @escaping ([TextLine], Duration) -> Reply?, end: @escaping ([TextLine]) -> Void
  ) {
    (self.size, self.show, self.end) = (size, show, end)
  }

  /// Goes on with a play, until its end or as far as the person wants.
  func play(
    _ played: PlayedRecords, _ player: inout Player, _ style: Style,
    _ interruption: InterruptionCheck
  ) -> Player.End {
    var size = size()
    var fitting = style.resized(to: min(style.width, size.columns))
    var animation = played.animation(fitting, interruption)
    repeat {
      guard
        let reply = show(
          player.picture(of: animation, rows: size.rows - 1, fitting), player.stay(animation))
      else {
        end(animation.picture(at: player.now, rows: max(size.rows - 1, 0)))
        return .stopped
      }
      player.elapse(reply.passed, in: animation)
      for key in reply.keys { player.press(key, in: animation) }
      let columns = size.columns
      size = self.size()
      if size.columns != columns {
        fitting = style.resized(to: min(style.width, size.columns))
        animation = played.animation(fitting, interruption)
      }
    } while !player.isOver(animation) && !player.isLeft
    // The results come below the picture, which stays, and then the prompt.
    let rows = size.rows - 2 - (player.isLeft ? 0 : animation.results.count)
    end(animation.picture(at: player.now, rows: max(rows, 0)))
    return player.isLeft ? .left : .reached
  }
}
