/// Names what happened, for people who filter the journal: `journalctl TODOD_EVENT=rung`.
///
/// The raw value is the field `TODOD_EVENT`. `systemd/todod.catalog` explains each event; a test compares the two tables.
package enum JournalEvent: String, CaseIterable, Sendable {
  case started
  case loaded
  case stopping
  case stopped
  case alreadyRunning = "already-running"
  case reloaded
  case configurationRefused = "configuration-refused"
  case restartNeeded = "restart-needed"
  case ringing
  case rung
  case failed
  case closed
  case answered
  case held
  case late
  case superseded
  case commandFailed = "command-failed"
  case commandRecovered = "command-recovered"
  case ringingDown = "ringing-down"
  case ringingUp = "ringing-up"
  case serverAppeared = "server-appeared"
  case serverLost = "server-lost"
  case externalEdit = "external-edit"
  case staleSave = "stale-save"
  case merged
  case conflict
  case conflictCopy = "conflict-copy"
  case recurred
  case recurrenceRefused = "recurrence-refused"
  case badValue = "bad-value"
  case fileMissing = "file-missing"
  case fileBack = "file-back"
  case fileEmptied = "file-emptied"
  case fileShrunk = "file-shrunk"
  case fileBusy = "file-busy"
  case fileRefused = "file-refused"
  case fileReadable = "file-readable"
  case leftover
  case recovered
  case writeFailed = "write-failed"
  case writeRecovered = "write-recovered"
  case watchFailed = "watch-failed"
  case watchRecovered = "watch-recovered"
  case stateSetAside = "state-set-aside"
  case stateMigrated = "state-migrated"
  case stateNewer = "state-newer"
  case clockStep = "clock-step"
  case zoneChanged = "zone-changed"
  case clientRefused = "client-refused"
  case clientDropped = "client-dropped"
  case fault

  /// The field `MESSAGE_ID`: 32 hexadecimal digits that never change their meaning.
  package var messageID: String {
    switch self {
    case .started: "52f4ecac391944868e0fa47bd83187e8"
    case .loaded: "2fdd8995271f4fe9b23442f3d14c07f3"
    case .stopping: "6391388495ee46ccb3ae93dad05c625d"
    case .stopped: "fd8238a8627d4e23925637bef025432b"
    case .alreadyRunning: "7dcdec32c3844de491a9d667a3a69ae3"
    case .reloaded: "2a1950d467624b978a1f3fda03cb0da6"
    case .configurationRefused: "77b55c2198a64fd0971b4c827f2391f5"
    case .restartNeeded: "f573736c8a0f41319eea2f0fd8e21dab"
    case .ringing: "0aa2279ef80e448b911396eaf019a778"
    case .rung: "b534bc21716e43d1be44db96b47e609b"
    case .failed: "604a98836e8d4400a468c38379b4e9f4"
    case .closed: "397b7bdd109242628513e6073c9ce9df"
    case .answered: "33f21b97448a40f38aaf2283d9351dfc"
    case .commandFailed: "d1c5a2f4b0e94c6e9d57c1b36a8f2e47"
    case .commandRecovered: "6b9d04e3f1c84c57a2e85f7d90c3b614"
    case .held: "a7b7f40f7607417daf538f7864fc8759"
    case .late: "4f0f6a3d2b7c4d18a9e65c1d7b3e8f02"
    case .superseded: "9a3be1c87d5f4b26b0c4f7a1e2d96835"
    case .ringingDown: "1032a683cd1a4ec08b3bde580fc81e53"
    case .ringingUp: "3c6759fc77b546e79b1d01358df8360e"
    case .serverAppeared: "06e4eedcc8854794b2d117e0a7ef96ac"
    case .serverLost: "b33b578542df4c3097a871c6ee93ccd5"
    case .externalEdit: "bcb990d12f3c44b6bd6bd028fda5c21d"
    case .staleSave: "5a84a50ddc8747c4a73e2c47331c9fb7"
    case .merged: "c537efea6df240c9bfa458dcef5a6095"
    case .conflict: "d2289f938bcb4661ab22e96ecc6d1a44"
    case .conflictCopy: "83df0283de014aeab562054fd7f3797b"
    case .recurred: "84732cbebe5e4b609b5ef186bd1389da"
    case .recurrenceRefused: "0bf3d6bc121247618051cd4f605f3d8e"
    case .badValue: "8c1d4ff5b43c4b6faf7f402a4c70301b"
    case .fileMissing: "f2c45a9555bc4783b51a2502d37c5988"
    case .fileBack: "792855412b724dacbc723372a8e0b9a6"
    case .fileEmptied: "fd40228eb47f45608fdcce23d937233a"
    case .fileShrunk: "1a6cd8b28996429babc6a87eb8888e5c"
    case .fileBusy: "fce700f830f44dd0831f8a71c6705edf"
    case .fileRefused: "9b8d3928cece4399a230b922f0c9947a"
    case .fileReadable: "cc5e7167247247e2bc4a3a96708a5ed6"
    case .leftover: "46088f59848c4d7f862be9f282d9cc8e"
    case .recovered: "07bfd0af77bc4b8d809eab64a4d95201"
    case .writeFailed: "65b096bba27d4d158ce4ff9db9057e1b"
    case .writeRecovered: "9b1c68c388a8422d8c59099f5d1872f9"
    case .watchFailed: "6113309ba89b4106b9f38e8b18b41ccd"
    case .watchRecovered: "c4642d6ee18542abbd4777f2cbefb836"
    case .stateSetAside: "a4d75d02afa246b68ce5524796a7bda6"
    case .stateMigrated: "25e54c54f1f74f878ab9795fae2e0434"
    case .stateNewer: "740a8b588e8346018436693cc0bb1c7c"
    case .clockStep: "11a97cfc42644bdf8b4fb26f0aaca4cb"
    case .zoneChanged: "cc10d3f375ab4d42a4e32a15be626db3"
    case .clientRefused: "ffcf8759ae3940c980c792432532d293"
    case .clientDropped: "53d150e9f70e4311bfb5f7bd03f55cb0"
    case .fault: "730b1d83f3934f79ab2c49a4841ceb84"
    }
  }
}
