import CTracePage

/// A page that shows the events of sessions: one HTML file, which opens from disk.
///
/// ```swift
/// let page = TracePage.beginning + TracePage.data(lines) + TracePage.end
/// ```
///
/// The lines are events as JSON, as a session's observer or a replay's report writes them. The page contains them
/// unchanged, apart from escapes, and its script interprets them. To write a page in pieces, call ``data(_:)`` once for
/// each piece of the lines.
///
/// The page's Content-Security-Policy allows its own script and style sheet by their hashes, and nothing else.
public enum TracePage {
  /// The beginning of each page, which identifies its file format.
  public static let mark = "<!doctype html>\n<html lang=\"en\" data-format=\"session-events\">"

  /// The page up to the events.
  public static var beginning: [UInt8] {
    let policy =
      "default-src 'none'; script-src 'sha256-\(scriptHash)'; style-src 'sha256-\(styleHash)'; "
      + "base-uri 'none'; form-action 'none'"
    var page = Array(
      """
      \(mark)
      <head>
      <meta charset="utf-8">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Trace</title>
      <style>
      """.utf8)
    page += style
    page +=
      """
      </style>
      </head>
      <body>
      <noscript><p>This page needs JavaScript. Its source contains the events, one JSON object per line.</p></noscript>
      <div id="page"></div>
      <script type="application/json" id="events">

      """.utf8
    return page
  }

  /// Returns lines of events for the page, escaped so that they cannot end the element that contains them.
  public static func data(_ lines: [UInt8]) -> [UInt8] {
    // In JSON, `<` occurs only in strings, where an escape sequence can replace it.
    let less = UInt8(ascii: "<")
    guard lines.contains(less) else { return lines }
    var escaped: [UInt8] = []
    escaped.reserveCapacity(lines.count + 64)
    for byte in lines {
      if byte == less { escaped += "\\u003c".utf8 } else { escaped.append(byte) }
    }
    return escaped
  }

  /// The page after the last event.
  public static var end: [UInt8] {
    Array("</script>\n<script>".utf8) + script + Array("</script>\n</body>\n</html>\n".utf8)
  }

  private static let style = unsafe bytes(of: ctracepage_style())

  private static let script =
    unsafe Array("\"use strict\";\n(() => {\n".utf8) + bytes(of: ctracepage_script()) + Array("})();\n".utf8)

  private static func bytes(of text: ctracepage_text) -> [UInt8] {
    unsafe Array(UnsafeBufferPointer(start: text.bytes, count: text.count))
  }

  // The SHA-256 hashes of the script and the style sheet in Base64. If you change one of them, a failing test shows the
  // new hash.
  static let scriptHash = "EC4162uTaAUx3ybXU9DRZp13GvOx9uhY+mBSfAlj2D4="
  static let styleHash = "jjfHhdX6X7aG0bOELd7FpolNnVx6iex9oB5/nB/P6+A="
}
