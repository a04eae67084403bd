import Linux
import TodoCore
import TodoDaemon

/// Says it and ends.
func end(_ code: ExitCode, _ words: String = "") -> Never {
  if !words.isEmpty { try? Standard.error.write(Array("todod: \(TerminalText.clean(lines: words))\n".utf8)) }
  CurrentProcess.exit(code.rawValue)
}

let environment = Environment.current()
let options: CommandLineOptions
do throws(CommandLineOptions.Problem) {
  options = try CommandLineOptions(Array(CommandLine.arguments.dropFirst()))
} catch {
  end(.usage, error.words)
}
switch options.action {
case .help:
  try? Standard.output.write(Array(CommandLineOptions.help.utf8))
  end(.fine)
case .version:
  try? Standard.output.write(Array("todod \(TodoDaemon.version)\n".utf8))
  end(.fine)
case .run, .checkConfiguration, .printConfiguration: break
}
do throws(Places.Problem) {
  let places = try Places(environment: environment, named: options.configuration)
  do throws(Program.Ending) {
    let configuration = try Program.configuration(places)
    switch options.action {
    case .checkConfiguration: end(.fine)
    case .printConfiguration:
      try? Standard.output.write(Array(configuration.printed().utf8))
      end(.fine)
    case .run, .help, .version: break
    }
    let program = try Program(configuration, places: places, environment: environment, version: TodoDaemon.version)
    try program.run()
  } catch {
    end(error.code, error.words)
  }
} catch {
  end(.configuration, error.words)
}
