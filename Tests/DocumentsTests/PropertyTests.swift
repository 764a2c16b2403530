import Documents
import Testing

@Suite("Properties")
struct PropertyTests {
  @Test(
    "are nested as their keys say",
    arguments: [
      Case("", "{}"), Case("# a\n ! b\n\n", "{}"), Case("a=1", "{a: 1}"), Case("a", "{a: }"),
      Case(
        "a.b.c=value\na.b.d : v = w \r\n a.e  x y",
        "{a: {b: {c: value, d: v = w , e: x y}}".replacing("w , e", with: "w }, e")),
      Case("a.b[1].c=2\na.b[0].c: 1\n", "{a: {b: [{c: 1}, {c: 2}]}}"),
      Case("a[x.y].z=1\na[b][0]=2", "{a: {x.y: {z: 1}, b: [2]}}"),
      Case("a=x\\\n   y\\\r\n\tz\nb=1", "{a: xyz, b: 1}"), Case("a=x\\", "{a: x}"),
      Case("a=x\\\\\nb=1", "{a: x\\, b: 1}"),
      Case(#"a\ b\.c\=d=\u00e9\t\ud83d\ude00\q"#, "{a b.c=d: é\t😀q}"),
      Case("a=null\nb=~", "{a: null, b: ~}"),
      Case("a-b_c=1,2 # no comment", "{a-b_c: 1,2 # no comment}"), Case("\u{FEFF}a=1", "{a: 1}"),
      Case(
        "a=1\nb=2\na=3", "line 3, column 1: the key is here again; first it is on line 1, column 1"),
      Case(
        "a=1\nb=2\n a.c=3",
        "line 3, column 2: a value cannot have parts; first it is on line 1, column 1"),
      Case(
        "a.c=1\na.d=2\na=3",
        "line 3, column 1: a value cannot have parts; first it is on line 1, column 1"),
      Case("a[0]=1\na[2]=2", "line 1, column 1: a list counts from [0] without gaps"),
      Case("a[99999999999999999999]=1", "line 1, column 1: a list counts from [0] without gaps"),
      Case("a[0]=1\na.b=2", "line 2, column 3: a list cannot have the key \"b\""),
      Case("a[0=1", "line 1, column 2: '[' is not closed"),
      Case("a[]=1", "line 1, column 2: a part of the key has no name"),
      Case("a..b=1", "line 1, column 3: a part of the key has no name"),
      Case("a.=1", "line 1, column 3: a part of the key has no name"),
      Case("x\n=1", "line 2, column 1: a part of the key has no name"),
      Case("a[0]b=1", "line 1, column 5: expected '.' or '[' in the key"),
      Case("a=\\u00g0", "line 1, column 5: expected four hexadecimal digits"),
      Case("a=\\ud83dx", "line 1, column 5: the escape is half of a character"),
      Case("a=\\ud83d\\u0041", "line 1, column 11: the escape is half of a character"),
    ])
  func values(row: Case) {
    #expect(outcome(row.text.utf8, isProperties: true) == row.outcome)
  }

  @Test("know their places")
  func places() throws {
    let document = try Document.properties(Array("é.b[0].c=x\né.\\\n  d = y".utf8))
    let map = try #require(document["é"])
    let list = try #require(map["b"])
    var fields = try map.fields
    #expect([map.place, list.place] == [Place(line: 1, column: 1), Place(line: 1, column: 3)])
    #expect(try list.list[0]["c"]?.place == Place(line: 1, column: 10))
    #expect(fields.take("d")?.place == Place(line: 3, column: 7))
    #expect(
      try map.fields.rest.map(\.place) == [Place(line: 1, column: 3), Place(line: 3, column: 3)])
  }

  @Test("numbers and truth values are read from texts")
  func scalars() throws {
    let document = try Document.properties(Array("a=3\nb=true\nc=\nd=null".utf8))
    #expect(try document["a"]?.int == 3 && document["b"]?.bool == true)
    #expect { try document["b"]?.int } throws: {
      "\($0)" == "line 2, column 3: expected a whole number, not \"true\""
    }
    #expect(try document["c"]?.text == "" && document["d"]?.text == "null")
  }
}
