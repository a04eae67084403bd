import Linux
import Testing

@Suite struct SystemErrorTests {
  @Test func anErrorNamesItsCallItsTextAndItsSymbol() {
    let error = SystemError(28, "write todo.txt")
    #expect(error.name == "ENOSPC")
    #expect(error.description == "write todo.txt: No space left on device (ENOSPC)")
    #expect(error.isFull)
  }

  @Test func aNumberWithoutASymbolIsShownAsANumber() {
    #expect(SystemError(5555, "x").name == "E5555")
    #expect(SystemError(5555, "x").text == "Unknown error 5555")
  }

  @Test func openingAMissingFileSaysSo() {
    #expect(throws: SystemError(2, "open /nowhere/at/all")) {
      _ = try FileDescriptor.open("/nowhere/at/all", .reading).raw
    }
  }
}
