// swift-tools-version: 6.2
import PackageDescription

// Somebody else's package, with a world of its own.
let package = Package(
  name: "Lending",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "AutoUpdate", path: "../../..")],
  targets: [
    .executableTarget(
      name: "lending",
      dependencies: [
        .product(name: "Simulator", package: "AutoUpdate"),
        .product(name: "CommandLanguage", package: "AutoUpdate"),
        .product(name: "CommandProgram", package: "AutoUpdate"),
      ]),
    .testTarget(name: "LendingTests", dependencies: ["lending"]),
  ]
)
