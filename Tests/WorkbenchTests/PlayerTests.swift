import Pictures
import Report
import RetryNumerics
import Testing
import TextLayout

@testable import Workbench

/// A animation of 10 seconds with an event in each of them.
private struct Seconds: Animation {
  let length = Nanoseconds(10_000_000_000)
  let moments = (0...10).map { Nanoseconds(1_000_000_000 * $0) }

  var whole: [TextLine] { [] }
  var results: [TextLine] { [] }

  func picture(at now: Nanoseconds, rows: Int) -> [TextLine] { [line("small \(rows)")] }
  var drawing: Picture? { nil }
  func bigPicture(at now: Nanoseconds, rows: Int) -> [TextLine] { [line("BIG \(rows)")] }

  private func line(_ text: String) -> TextLine {
    var line = TextLine(style: Style())
    line.add(text)
    return line
  }
}

@Suite("The controls of a play")
struct PlayerTests {
  private func player(
    speed: Double = 1, pressing keys: String, arrows: [PressedKey] = []
  ) -> Player {
    var player = Player(speed: speed, isBig: false)
    for key in keys.unicodeScalars.map(PressedKey.character) + arrows {
      player.press(key, in: Seconds())
    }
    return player
  }

  @Test("time passes at its speed, up to the end, and not while it is paused")
  func time() {
    var player = Player(speed: 2.5, isBig: false)
    player.elapse(.seconds(2), in: Seconds())
    #expect(player.now == Nanoseconds(5_000_000_000))
    player.press(.character(" "), in: Seconds())
    player.elapse(.seconds(100), in: Seconds())
    #expect(player.now == Nanoseconds(5_000_000_000))
    player.press(.character(" "), in: Seconds())
    player.elapse(.seconds(100), in: Seconds())
    #expect(player.now == Seconds().length && player.isOver(Seconds()))
  }

  @Test(
    "the speed goes through 1, 2, 5 and their tenfolds",
    arguments: [
      (1.0, "+", 2.0), (1, "++", 5), (1, "+++", 10), (1, "-", 0.5), (1, "--", 0.2), (1, "---", 0.1),
      (3, "+", 5), (3, "-", 2), (7, "+", 10), (0.3, "+", 0.5), (1000, "-+", 1000),
    ])
  func speeds(start: Double, keys: String, speed: Double) {
    let ratio = player(speed: start, pressing: keys).speed / speed
    #expect((0.999...1.001).contains(ratio))
  }

  @Test("however long a key is held, the speed stays within bounds")
  func bounds() {
    let fast = player(pressing: String(repeating: "+", count: 500)).speed
    let slow = player(pressing: String(repeating: "-", count: 500)).speed
    #expect(fast > 1e9 && fast.isFinite && slow > 0 && slow < 1e-3)
  }

  @Test("Left and Right go to the event before or after, and wait there")
  func moments() {
    var player = Player(speed: 1, isBig: false)
    player.elapse(.milliseconds(3500), in: Seconds())
    let places = [PressedKey.left, .left, .right, .right, .character("n"), .character("b")].map {
      player.press($0, in: Seconds())
      return player.now.count / 1_000_000
    }
    #expect(places == [3000, 2000, 3000, 4000, 5000, 4000] && player.isPaused)
    for _ in 0..<20 { player.press(.right, in: Seconds()) }
    // At the end it waits, too: the person may go back.
    #expect(player.now == Seconds().length && !player.isOver(Seconds()))
    player.press(.character("0"), in: Seconds())
    #expect(player.now == .zero)
    for _ in 0..<3 { player.press(.left, in: Seconds()) }
    #expect(player.now == .zero)
  }

  @Test("a load of any length is played in half a minute at most, at a round speed")
  func lengths() {
    let speeds = [1, 30, 31, 60, 600, 86_400].map {
      Player.speed(for: Nanoseconds(1_000_000_000 * $0))
    }
    #expect(speeds == [1, 1, 2, 2, 20, 5000])
  }

  @Test(
    "the controls name what the keys do, as far as they fit",
    arguments: [(40, true), (80, true), (80, false), (200, true)])
  func controls(columns: Int, isUnicode: Bool) {
    let style = Style(width: columns, isUnicode: isUnicode)
    var player = Player(speed: 5, isBig: false)
    let line = player.picture(of: Seconds(), rows: 10, style).map(\.text)
    #expect(line[0] == "small 9")
    #expect(line[1].count <= columns && line[1].contains("speed 5"))
    #expect(isUnicode || line[1].utf8.allSatisfy { $0 < 0x80 })
    #expect(columns < 80 || line[1].contains("q leaves"))
    player.press(.character("t"), in: Seconds())
    player.press(.character(" "), in: Seconds())
    let big = player.picture(of: Seconds(), rows: 10, style).map(\.text)
    #expect(big[0] == "BIG 9" && big[1].hasPrefix("paused 0"))
  }
}
