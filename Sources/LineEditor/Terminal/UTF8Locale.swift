import CReadline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Our texts are UTF-8 in every locale; readline needs a locale that says so.
enum UTF8Locale {
  /// Makes the process's character type UTF-8 where it would only be ASCII, as in a bare container.
  ///
  /// readline asks the environment itself before every line, so that is where it has to be said. A
  /// locale with another real encoding is the person's choice and stays.
  static func prepare() {
    setlocale(LC_CTYPE, "")
    guard let codeset = nl_langinfo(nl_item(CODESET)).map({ String(cString: $0) }), isASCII(codeset) else {
      return
    }
    guard setlocale(LC_CTYPE, "C.UTF-8") != nil else { return }
    setenv(getenv("LC_ALL") == nil ? "LC_CTYPE" : "LC_ALL", "C.UTF-8", 1)
  }

  /// A Boolean value that indicates whether the C library's texts are UTF-8, too.
  static var isUTF8: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) } == "UTF-8"
  }

  private static func isASCII(_ codeset: String) -> Bool {
    ["ANSI_X3.4-1968", "US-ASCII", "ASCII", "646", ""].contains(codeset)
  }
}
