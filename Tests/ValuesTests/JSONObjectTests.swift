import Values
import Testing

@Suite struct JSONObjectTests {
  private func members(_ text: String) throws -> [JSONObject.Member] {
    try JSONObject(Array(text.utf8).span).members
  }

  private func compact(_ text: String) throws -> String {
    String(decoding: try JSONObject.compacted(Array(text.utf8).span), as: UTF8.self)
  }

  @Test(arguments: [
    (#"{"name":"a","list":[{"n":1},{"n":2.5,"x":[{}]}],"y":null}"#, true), (#"{"list":[],"name":"a"}"#, true),
    (#" { "name" : "a" , "list" : [ ] } "#, true), (#"{"name":"a","list":[],"more":1}"#, false),
    (#"{"list":[]}"#, false), (#"{"name":1,"list":[]}"#, false), (#"{"name":"a","list":{}}"#, false),
    (#"{"name":"a","list":[1]}"#, false), (#"{"name":"a","list":[{"n":1},{}]}"#, false), ("{}", false),
  ])
  func `an object has a shape if its members do, and no required one is missing`(
    text: String, isOfShape: Bool
  )
    throws
  {
    let shape = JSONShape.object([
      "name": .text, "list": .array(.object(["n": .number])), "more": .optional(.text),
    ])
    #expect(try JSONObject.hasShape(shape, Array(text.utf8).span) == isOfShape)
  }

  @Test func `the members come in their order, each with its value`() throws {
    let text =
      " {\"a\" : \"x\",\r\n\t\"b\":-1.5e+3, \"c\":true,\"d\":false,\"e\":null,\"\":[1,{}],\"a\":{\"f\":[]}} \n"
    let expected: [JSONObject.Member] = [
      .init("a", .text("x")), .init("b", .decimal(-1_500)), .init("c", .truth(true)),
      .init("d", .truth(false)), .init("e", Value.none), .init("", nil, misfit: "an array"),
      .init("a", nil, misfit: "an object"),
    ]
    #expect(try members(text) == expected)
    #expect(try members("{}") == [])
    #expect(try members("{ }") == [])
  }

  @Test(arguments: [
    (#""""#, ""), (#""é😠王""#, "é😠王"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
    (#""\u0041\u00e9\uD83D\uDE20\uFFFF""#, "Aé😠\u{FFFF}"), (#""\u0000""#, "\0"),
  ])
  func `a string is read with its escapes`(text: String, value: String) throws {
    #expect(try members("{\"a\":\(text)}") == [.init("a", .text(value))])
  }

  @Test(arguments: [
    ("0", Value.number(0)), ("-0", .number(0)), ("10", .number(10)), ("0.0", .decimal(0)),
    ("1E5", .decimal(100_000)), ("1e-05", .decimal(0.00001)), ("-12.50e+1", .decimal(-125)),
    ("9223372036854775807", .number(.max)), ("9223372036854775808", .decimal(9_223_372_036_854_775_808)),
  ])
  func `a number without a fraction is whole where it fits, and a decimal else`(text: String, value: Value)
    throws
  {
    #expect(try members("{\"a\":\(text) }") == [.init("a", value)])
  }

  @Test(arguments: [
    ("1e999", "a number that is too large"), ("-1e999", "a number that is too large"), ("{}", "an object"),
    ("[{}]", "an array"), ("[1,[]]", "an array"), ("[1,1e999]", "an array"),
  ])
  func `JSON that cannot be a value is checked, and named by its noun`(text: String, noun: String) throws {
    #expect(try members("{\"a\":\(text)}") == [.init("a", nil, misfit: noun)])
  }

  @Test func `an array of single values is a list of them, in their order`() throws {
    #expect(
      try members("{\"a\":[1, \"x\", null, true],\"b\":[]}") == [
        .init("a", .list([.number(1), .text("x"), .none, .truth(true)])), .init("b", .list([])),
      ])
  }

  @Test(arguments: [
    ("", 0, "“{” is missing at the end"), ("[]", 0, "“{” is expected, not “[”"),
    ("null", 0, "“{” is expected, not “n”"), ("{", 1, "the name of a field in “\"” is missing at the end"),
    ("{a:1}", 1, "the name of a field in “\"” is expected, not “a”"),
    ("{\"a\" 1}", 5, "“:” is expected, not “1”"), ("{\"a\":}", 5, "a value is expected, not “}”"),
    ("{\"a\":1,}", 7, "the name of a field in “\"” is expected, not “}”"),
    ("{\"a\":1 é}", 7, "“,” or “}” is expected, not “é”"), ("{} x", 3, "nothing more is expected, not “x”"),
    ("{\"a\":[1,]}", 8, "a value is expected, not “]”"), ("{\"a\":[1}", 7, "“,” or “]” is expected, not “}”"),
    ("{\"a\":{1}}", 6, "the name of a field in “\"” is expected, not “1”"),
    ("{\"a\":[", 6, "a value is missing at the end"), ("{\"a\":\"b", 7, "“\"” is missing at the end"),
    ("{\"a\":NaN}", 5, "a value is expected, not “N”"), ("{\"a\":nul}", 5, "a value is expected, not “n”"),
    ("{\"a\":01}", 6, "“,” or “}” is expected, not “1”"), ("{\"a\":+1}", 5, "a value is expected, not “+”"),
    ("{\"a\":1.}", 7, "a digit is expected, not “}”"), ("{\"a\":-}", 6, "a digit is expected, not “}”"),
    ("{\"a\":1e}", 7, "a digit is expected, not “}”"),
    ("{\"a\":\"b\nc\"}", 7, "a control character in a string must be escaped"),
    ("{\"a\":\"\\x\"}", 6, "there is no such escape in a string"),
    ("{\"a\":\"\\", 6, "there is no such escape in a string"),
    (
      "{\"a\":\"\\u12G4\"}", 6, "“\\u” takes four hexadecimal digits; a surrogate pair takes two such escapes"
    ),
    (
      "{\"a\":\"\\uD83D\"}", 6, "“\\u” takes four hexadecimal digits; a surrogate pair takes two such escapes"
    ),
    (
      "{\"a\":\"\\uD83D\\u0041\"}", 6,
      "“\\u” takes four hexadecimal digits; a surrogate pair takes two such escapes"
    ),
    (
      "{\"a\":\"\\uDE20\"}", 6, "“\\u” takes four hexadecimal digits; a surrogate pair takes two such escapes"
    ),
    ("{\"a\":1}{}", 7, "nothing more is expected, not “{”"),
    ("\u{FEFF}{}", 0, "“{” is expected, not “\u{FEFF}”"),
    ("{\0}", 1, "the name of a field in “\"” is expected, not “\0”"),
  ])
  func `a value that is not an object is reported with location and reason`(
    text: String, offset: Int, message: String
  ) throws {
    let error = #expect(throws: JSONError.self) { try members(text) }
    #expect(error?.message == message)
    #expect(error?.offset == offset)
  }

  @Test func `malformed UTF-8 is found first`() {
    let error = #expect(throws: JSONError.self) { try JSONObject([0x7B, 0x22, 0xFF, 0x7D].span) }
    #expect(error?.message == "this is not valid UTF-8")
    #expect(error?.offset == 2)
  }

  @Test(arguments: ["[", "{\"b\":", "[[],", "{\"c\":{},\"b\":"])
  func `nesting of any depth costs no stack`(opening: String) throws {
    let depth = 100_000
    let open = "{\"a\":" + String(repeating: opening, count: depth)
    #expect(throws: JSONError.self) { try members(open) }
    let closing = String(repeating: opening.first == "[" ? "]" : "}", count: depth)
    let noun = opening.first == "[" ? "an array" : "an object"
    #expect(try members(open + "0" + closing + "}") == [.init("a", nil, misfit: noun)])
  }

  @Test(arguments: [
    ("{}", "{}"), (" {\r\n\t\"p\" : [ 1 , 2 ] ,\n \"n\": 1.50e+2}\n", "{\"p\":[1,2],\"n\":1.50e+2}"),
    ("{\"a b\": \"c  \\n d\"}", "{\"a b\":\"c  \\n d\"}"),
    ("{\"a\": \"\\\\\", \"b\": \"\\\" , {\"}", "{\"a\":\"\\\\\",\"b\":\"\\\" , {\"}"),
    ("{\"b\": {\"c\": null}, \"a\": \"é\u{2028}😠\"}", "{\"b\":{\"c\":null},\"a\":\"é\u{2028}😠\"}"),
  ])
  func `compacting takes the space between the parts and nothing else`(text: String, line: String) throws {
    #expect(try compact(text) == line)
    #expect(try members(line) == members(text))
  }

  /// Every text one byte away from a valid one either is an object or says why not, within its bounds.
  @Test func `a changed byte anywhere leads to a valid object or an error with a location`() throws {
    let text = Array("{\"a\":[1,{\"b\":\"\\u00e9\\n\"}],\"c\":-1.5e3, \"d\":null}".utf8)
    var (accepted, refused) = (0, 0)
    for index in text.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = text
        changed[index] = byte
        do {
          _ = try JSONObject(changed.span)
          accepted += 1
        } catch {
          #expect((0...changed.count).contains(error.offset), "\(changed)")
          refused += 1
        }
      }
      #expect(throws: JSONError.self) { try JSONObject(Array(text[..<index]).span) }
    }
    #expect(accepted > text.count && refused > text.count)
  }
}
