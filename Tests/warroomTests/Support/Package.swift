/// Where the tests find the package's own files.
enum Package {
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    .joined(separator: "/")
}
