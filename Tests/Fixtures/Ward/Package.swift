// swift-tools-version: 6.2
import PackageDescription

// A package of its own with a hospital ward, written from the documentation.
let package = Package(
  name: "Ward",
  platforms: [.macOS(.v26)],
  dependencies: [.package(name: "AutoUpdate", path: "../../..")],
  targets: [
    .executableTarget(
      name: "ward",
      dependencies: [
        .product(name: "Simulator", package: "AutoUpdate"),
        .product(name: "TextViews", package: "AutoUpdate"),
        .product(name: "CommandLanguage", package: "AutoUpdate"),
        .product(name: "CommandProgram", package: "AutoUpdate"),
      ]),
    .testTarget(
      name: "WardTests",
      dependencies: ["ward", .product(name: "CommandProgram", package: "AutoUpdate")]),
  ]
)
