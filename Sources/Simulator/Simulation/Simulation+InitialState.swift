import AutoUpdate
import CommandLanguage
import TextViews

#if DEBUG
  extension Simulation {
    /// Traps if the session, which was just reset, differs from a new one.
    ///
    /// Exists only in debug builds, because the check costs more than the reset.
    func checkIsInitial() {
      guard let seed = table(of: Generator.self)[0]?.seed,
        let fresh = try? source.makeSession(seed: UInt64(bitPattern: Int64(seed)))
      else { return }
      if let difference = difference(from: fresh.world) {
        preconditionFailure("a session that was reset differs from a new one: \(difference)")
      }
    }

    private func difference(from fresh: Simulation) -> String? {
      if let difference = ScreenImage(of: stage.views).difference(from: ScreenImage(of: fresh.stage.views)) {
        return
          "screen \(difference.path): \(difference.shown ?? "-") instead of \(difference.expected ?? "-")"
      }
      if StoreDigest(of: self, isWide: true).sum != StoreDigest(of: fresh, isWide: true).sum {
        return "digest"
      }
      for (kind, other) in zip(objects, fresh.objects) where kind.numbers() != other.numbers() {
        return "numbers of the kind “\(schemas.schemas[kind.kindIndex].kindName)”"
      }
      if valueNames() != fresh.valueNames() { return "names" }
      if memory?.account.present != fresh.memory?.account.present { return "memory" }
      if memory?.account.past != fresh.memory?.account.past { return "memory of the history" }
      if past.steps.present != fresh.past.steps.present || past.steps.last != fresh.past.steps.last {
        return "history"
      }
      return store.history.steps == fresh.store.history.steps ? nil : "steps of the store"
    }
  }
#endif
