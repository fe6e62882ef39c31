/// The files in which a search of every state keeps its states, so that a later run can continue the search, and the
/// states need not fit into memory.
public protocol SearchStorage: Sendable {
  /// The name of the storage in messages, such as the path of its folder.
  var name: String { get }
  /// A text that identifies the program. Another program may reach other states.
  var program: String { get }

  /// Returns the bytes that ``save(_:)`` saved last; `nil` for a new search.
  ///
  /// - Throws: an error if it cannot be read.
  func load() throws -> [UInt8]?
  /// Replaces the saved bytes, completely or not at all.
  ///
  /// - Throws: an error if it cannot be written.
  func save(_ bytes: [UInt8]) throws
  /// Opens a file of records, and removes the records after the first `count`.
  ///
  /// - Parameters:
  ///   - index: the number of the file.
  ///   - byteCount: the size of a record.
  ///   - count: the number of records that the file must have.
  /// - Throws: an error if it cannot be opened or has fewer records.
  func records(_ index: Int, byteCount: Int, keeping count: Int) throws -> any SearchRecords
}

/// A file of records of one size.
public protocol SearchRecords: Sendable {
  /// Appends a record.
  ///
  /// - Throws: an error if it cannot be written.
  func append(_ record: Span<UInt8>) throws
  /// Reads consecutive records, as many as `bytes` has room for.
  ///
  /// - Throws: an error if they cannot be read.
  func read(from index: Int, into bytes: inout [UInt8]) throws
  /// Writes all records to the disk.
  ///
  /// - Throws: an error if they cannot be written.
  func flush() throws
}
