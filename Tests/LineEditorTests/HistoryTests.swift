import LineEditor
import Testing

@Suite("History")
struct HistoryTests {
  @Test("empty, private and repeated entries are not kept")
  func kept() {
    var history = History()
    let kept = ["a", "a", "", " \n\t", " b", "b", "a"].map { history.add($0) }
    #expect(kept == [true, false, false, false, false, true, true])
    #expect(history.entries == ["a", "b", "a"])
    let long = [1 << 20, (1 << 20) + 1].map { history.add(String(repeating: "x", count: $0)) }
    #expect(long == [true, false])
    #expect(History(["1", "1", " 2", "3"]).entries == ["1", "3"])
  }

  @Test("navigation goes back and forth, and ends at the typed text")
  func walk() {
    var walk = HistoryWalk(History(["1", "2", "3"]))
    #expect(walk.forward(from: "") == nil)
    #expect(walk.back(from: "") == "3")
    #expect(walk.back(from: "3") == "2")
    #expect(walk.back(from: "2") == "1")
    #expect(walk.back(from: "1") == nil)
    #expect(walk.forward(from: "1") == "2")
    #expect(walk.forward(from: "2") == "3")
    #expect(walk.forward(from: "3") == "")
    #expect(walk.forward(from: "") == nil)
  }

  @Test("typed text is a prefix to search for, recalled text is not")
  func beginnings() {
    var walk = HistoryWalk(History(["ab", "b", "ac", "c"]))
    #expect(walk.back(from: "a") == "ac")
    #expect(walk.back(from: "ac") == "ab")
    #expect(walk.back(from: "ab") == nil)
    #expect(walk.forward(from: "ab") == "ac")
    #expect(walk.forward(from: "ac") == "a")
    var plain = HistoryWalk(History(["cx", "b", "c"]))
    #expect(plain.back(from: "") == "c")
    #expect(plain.back(from: "c") == "b")
    var lines = HistoryWalk(History(["b"]))
    #expect(lines.back(from: "a\nb") == "b")
    #expect(lines.forward(from: "b") == "a\nb")
  }

  @Test("a prefix search can start at any time")
  func askedFor() {
    var walk = HistoryWalk(History(["ab", "b", "ac", "c"]))
    #expect(walk.back(from: "", .plain) == "c")
    #expect(walk.back(from: "c", .beginning("a")) == "ac")
    #expect(walk.back(from: "ac", .beginning("a")) == "ab")
    #expect(walk.forward(from: "ab", .beginning("a")) == "ac")
    #expect(walk.forward(from: "ac", .beginning("a")) == "")
  }

  @Test("changes to a recalled entry reappear with it")
  func changes() {
    var walk = HistoryWalk(History(["1", "2"]))
    #expect(walk.back(from: "typed") == nil)
    #expect(walk.back(from: "") == "2")
    #expect(walk.back(from: "2x") == "1")
    #expect(walk.forward(from: "1") == "2x")
  }

  @Test("a search continues with each letter, in both directions, and can be abandoned")
  func search() {
    var search = IncrementalSearch(History(["alpha", "beta", "gamma"]), from: "x")
    #expect(search.take("a") == .searching)
    #expect(search.text == "gamma" && search.cursor == 1)
    #expect(search.take("\u{12}") == .searching)
    #expect(search.text == "beta" && search.cursor == 3)
    #expect(search.take("\u{12}") == .searching)
    #expect(search.text == "alpha")
    #expect(search.take("\u{12}") == .searching)
    #expect(search.text == "alpha" && search.prompt == "no 'a': ")
    #expect(search.take("\u{13}") == .searching)
    #expect(search.text == "beta" && search.prompt == "search 'a': ")
    #expect(search.take("l") == .searching)
    #expect(search.text == "alpha")
    #expect(search.take("\u{7F}") == .searching)
    #expect(search.text == "gamma")
    #expect(search.take("\r") == .taken)
    #expect(search.take("\u{7}") == .abandoned)
  }

  @Test("an empty search shows the previous text")
  func nothing() {
    var search = IncrementalSearch(History(["1"]), from: "x")
    #expect(search.text == "x" && search.cursor == 1)
    _ = search.take("1")
    _ = search.take("\u{7F}")
    #expect(search.text == "x" && search.prompt == "search '': ")
  }
}
