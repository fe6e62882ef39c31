import CGetopt
import Glibc
import Scenarios

extension OptionScan {
  /// Reads words with glibc's `getopt_long`, which works in globals.
  mutating func scan(_ words: [FilePath], _ options: [OptionDeclaration], _ stopsAtOperand: Bool) {
    var arguments: [UnsafeMutablePointer<CChar>?] =
      unsafe (["warroom"] + words).map { unsafe strdup($0.terminated) } + [nil]
    let names = unsafe options.map { unsafe strdup($0.long) }
    let copies = unsafe arguments + names
    defer { unsafe copies.forEach { unsafe free($0) } }
    var longs = unsafe options.indices.map { index in
      unsafe CGetopt.option(
        name: names[index], has_arg: options[index].valueName == nil ? no_argument : required_argument,
        flag: nil, val: Self.firstLong + Int32(index))
    }
    unsafe longs.append(CGetopt.option(name: nil, has_arg: 0, flag: nil, val: 0))
    // A colon asks for `:` instead of `?` where a value is missing.
    let shorts = (stopsAtOperand ? "+:" : ":") + options.compactMap { $0.shortForm }.joined()

    cgetopt_restart()
    while problem == nil {
      let code = unsafe getopt_long(Int32(words.count + 1), &arguments, shorts, &longs, nil)
      if code == -1 { break }
      if let option = Self.option(code, among: options) {
        unsafe found.append((option, cgetopt_value().map { unsafe String(cString: $0) } ?? ""))
      } else {
        let place = Int(cgetopt_next()) - 1
        let word =
          unsafe arguments.indices.contains(place) ? arguments[place].map { unsafe String(cString: $0) } : nil
        problem = Self.problem(code, cgetopt_refused(), word ?? "", options)
      }
    }
    operands = unsafe arguments.dropFirst(Int(cgetopt_next())).compactMap { word in
      unsafe word.map { unsafe FilePath(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
    }
  }
}
