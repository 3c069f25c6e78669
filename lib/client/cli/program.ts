import { Command, CommanderError } from "commander";
import { addCommands } from "./commands";
import type { Action, Runner } from "./commands/command";
import { Context } from "./context";
import { EXIT_CODES, failureOf, usageFault, type CommandFailure, type ExitName } from "./exit-codes";
import { Terminal, wantsJson, type Host } from "./output/terminal";
import { VERSION } from "./version";

const ABOUT = "Prices, limits, retirements and status of AI models, from a terminal or a script.";
const AFTER_HELP = [
  "",
  "Examples:",
  "  aed best code                   the best model for a task",
  "  aed check --within 30           what of a repository's models ends soon",
  "  aed bill usage.csv --offline    what a log of usage cost, priced on this machine",
  "",
  "Environment:",
  "  AED_BASE_URL   address of the service",
  "  AED_TOKEN      token for calls that cost credits; `aed login` stores one instead",
  "  NO_COLOR       no colours",
  "",
  "Exit codes:",
  ...Object.values(EXIT_CODES).map(({ code, means }) => `  ${String(code).padEnd(13)}  ${means}`),
  "",
  "Answers are JSON with `schema_version` where they are not shown on a terminal, with --json,",
  "and where an agent runs the command (CLAUDECODE, CURSOR_AGENT, CODEX_SANDBOX); errors too, on stderr.",
].join("\n");

interface GlobalOptions {
  json?: boolean;
  baseUrl?: string;
}

/** The whole name of a command: `receipt verify`. */
function nameOf(command: Command): string {
  const names: string[] = [];
  for (let at: Command | null = command; at?.parent; at = at.parent) names.unshift(at.name());
  return names.join(" ");
}

interface Run {
  command: string | null;
  exit: ExitName;
}

function buildProgram(host: Host, terminal: Terminal, builtFor: string | undefined, run: Run): Command {
  const program = new Command("aed")
    .description(ABOUT)
    .version(VERSION, "-V, --version", "show the version")
    .helpOption("-h, --help", "show help")
    .option("--json", "answer as JSON")
    .option("--base-url <url>", "address of the service")
    .addHelpText("after", AFTER_HELP)
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.raw(text),
      // An error is written once, by what catches it; as JSON where a program reads.
      writeErr: () => {},
      getOutHelpWidth: () => terminal.view.width,
      getOutHasColors: () => false,
    });
  const runner: Runner =
    <Options>(action: Action<Options>) =>
    async (...given: unknown[]) => {
      const command = given.at(-1) as Command;
      run.command = nameOf(command);
      const { baseUrl } = command.optsWithGlobals<GlobalOptions>();
      const context = new Context({ host, terminal, baseUrl, builtFor });
      run.exit = (await action(context, command.args, command.opts() as Options, run.command)) ?? "ok";
    };
  addCommands(program, runner);
  return program;
}

/** Errors of the command line itself; help and the version are none. */
function readCommanderError({ code, message, exitCode }: CommanderError): CommandFailure | null {
  if (exitCode === 0) return null;
  if (code === "commander.help") return usageFault("No command that there is was given.", "`aed --help` lists them.");
  return usageFault(message.replace(/^error: /, "").replaceAll(/\s*\n\s*/g, " "), "`aed --help` says how it is used.");
}

const isReaderGone = (error: unknown): boolean => (error as NodeJS.ErrnoException | null)?.code === "EPIPE";

/** Runs a command line and returns its exit code. */
export async function runAed(host: Host, builtFor?: string): Promise<number> {
  const args = host.argv.slice(2);
  const terminal = new Terminal(host, wantsJson(host, args.includes("--json")));
  const run: Run = { command: null, exit: "ok" };
  // Who has read enough closes the pipe (`| head`), and that is no failure.
  host.stdout.on("error", (error) => {
    if (isReaderGone(error)) process.exit(0);
    throw error;
  });
  try {
    await buildProgram(host, terminal, builtFor, run).parseAsync(args, { from: "user" });
    return EXIT_CODES[run.exit].code;
  } catch (error) {
    const known = error instanceof CommanderError ? readCommanderError(error) : error;
    if (known === null) return 0;
    const failure = failureOf(known);
    terminal.fail(run.command, failure);
    if (host.env.AED_DEBUG && error instanceof Error) host.stderr.write(`${error.stack}\n`);
    return EXIT_CODES[failure.exit].code;
  }
}
