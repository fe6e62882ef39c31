// What a live query asks of the store and of its table.

extension StoreCore {
  /// Lists the recipients of a live query that the commit in delivery changed.
  ///
  /// Unlike a table, a query moves on with the delivery. So even those who were registered after the
  /// commit was made have not seen its outcome, and are told.
  @usableFromInline
  func fireQuery(_ source: ChangeSource) {
    let number = queue[delivering].number
    for place in source.recipients {
      guard let sequence = recipients.claim(place, commit: number, before: .max) else { continue }
      delivery.append(Delivery(sequence: sequence, recipient: place))
    }
  }

  /// Whether the tables hold writes that are not told yet, nor being told.
  @usableFromInline var hasLaterWrites: Bool {
    isWriting || (isDelivering && delivering + 1 < queue.count)
  }
}

extension ChangeSource {
  @usableFromInline var hasRecipients: Bool { !recipients.isEmpty }
}

extension Table {
  /// The identity that a row belongs to.
  ///
  /// - Precondition: the row has a model, or had one since the store was idle.
  @inlinable
  func identity(of row: Int32) -> Model.ID {
    if let model = slots[row].model { return model.id }
    return absentIdentity(of: row)
  }

  @usableFromInline
  func absentIdentity(of row: Int32) -> Model.ID {
    guard let id = absent[row] else { preconditionFailure("the row belongs to no identity") }
    return id
  }

  /// The model in a row as of the commit in delivery, or of a later one that `since` had seen.
  @inlinable
  func model(at row: Int32, after since: UInt64) -> Model? {
    core.hasLaterWrites ? earlierModel(at: row, after: since) : slots[row].model
  }

  /// The model in a row without the writes of an open transaction.
  @inlinable
  func committedModel(at row: Int32) -> Model? {
    slots[row].entry < 0 ? slots[row].model : modelBeforeOpenWrites(at: row)
  }

  @usableFromInline
  func modelBeforeOpenWrites(at row: Int32) -> Model? {
    var entry = slots[row].entry
    guard entry >= 0 else { return slots[row].model }
    while entries[entry].previous >= 0 { entry = entries[entry].previous }
    return entries[entry].before
  }

  @usableFromInline
  func earlierModel(at row: Int32, after since: UInt64) -> Model? {
    if core.isDelivering {
      for place in core.delivering + 1..<core.queue.count where core.queue[place].number > since {
        for index in core.queue[place].runs where core.runs[index].isOf(self) {
          for entry in core.runs[index].entries where !entries[entry].isVoid && entries[entry].row == row {
            return entries[entry].before
          }
        }
      }
    }
    return modelBeforeOpenWrites(at: row)
  }
}
