import Linux
import Testing

struct ArraySamenessTests {
  @Test(
    arguments: [
      ([], [], true), ([], [0], false), ([1, 2, 3], [1, 2, 3], true), ([1, 2, 3], [1, 2, 4], false),
      ([1, 2, 3], [1, 2], false), ([0], [], false), ([255], [255], true),
    ] as [([UInt8], [UInt8], Bool)])
  func sameBytesAreSame(one: [UInt8], other: [UInt8], isSame: Bool) {
    #expect(one.isSame(as: other) == isSame)
    #expect(other.isSame(as: one) == isSame)
  }
}
