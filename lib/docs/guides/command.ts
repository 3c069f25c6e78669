import { EXIT_CODES } from "@/lib/client/cli/exit-codes";
import { code, fields, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { retirements } from "@/lib/endpoints/models/retirements";
import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { MOST_LINES } from "@/lib/domain/models/usage/usage-line";
import type { Site } from "../site";
import { clientPackageOf } from "./client";
import { defineGuide } from "./guide";
import { to } from "./references";

/** How the command is run without installing it; its package is the client's. */
const runOf = (site: Site): string => `npx -p ${clientPackageOf(site)} aed`;

const begin = (site: Site): DocSection => ({
  title: "Begin",
  blocks: [
    text(
      `The command \`aed\` comes with the [client](/docs/guides/client), in the same package: \`${runOf(site)} models\` runs it without installing anything, and \`npm install --global\` of the package puts it on the path. It needs Node 20.12 or later.`,
    ),
    code(
      "Where it asks, and a first question",
      "text",
      [
        `export AED_BASE_URL=${site.baseUrl}`,
        "aed models --provider anthropic",
        "aed model sonnet",
        "aed status openai",
        "aed best code",
      ].join("\n"),
    ),
    text("`aed --help` lists the commands, `aed <command> --help` its options. `--base-url` says the address for one call."),
  ],
});

/** The lines of a workflow. Its actions stand with their versions of today. */
const workflow = (site: Site): string =>
  [
    "name: Models",
    "on:",
    "  pull_request:",
    "  schedule:",
    '    - cron: "17 6 * * 1"',
    "permissions:",
    "  contents: read",
    "jobs:",
    "  check:",
    "    runs-on: ubuntu-latest",
    "    timeout-minutes: 5",
    "    steps:",
    "      - uses: actions/checkout@v5",
    "        with:",
    "          persist-credentials: false",
    "      - uses: actions/setup-node@v5",
    "        with:",
    "          node-version: 24",
    `      - run: ${runOf(site)} check --within 90 --format github`,
    "        env:",
    `          AED_BASE_URL: ${site.baseUrl}`,
  ].join("\n");

const check = (site: Site): DocSection => ({
  title: "Check a repository",
  blocks: [
    text(
      `\`aed check\` reads a folder's files, finds the models that they name, and says with file and line which are retired, end within \`--within\` days (90 by default), or changed price. It asks ${to(retirements)} for up to 50 names a call, needs no token, and sends nothing of the files but these names.`,
    ),
    list(
      "It knows the configurations of LiteLLM, Continue, aider and OpenCode, `.env` files, and source code: LangChain in Python and TypeScript, and other calls, members and constants that are called a model. In other YAML and JSON it reads keys called so whose value looks like an id.",
      "It leaves out `.git`, `node_modules`, what `.gitignore` ignores, binaries, and files above 1 MB. A file that is named is read though it is ignored: `aed check .env`.",
      "It leaves out models that run on a machine of your own, such as those of Ollama or at a `base_url` of your own.",
      "It exits with 1 where a model is retired or ends within those days, and tells of changed prices without failing. It says what it did not read, or not whole, and which names the service does not know.",
    ),
    code("A workflow of GitHub, as .github/workflows/models.yml", "text", workflow(site)),
    text(
      "`--format github` writes annotations, which a pull request shows at their lines: GitHub shows ten of each kind for a step, and the most urgent come first.",
    ),
  ],
});

const bill: DocSection = {
  title: "Price what you used",
  blocks: [
    text(
      `\`aed bill\` prices an export of usage, each line at the price of its own time: of OpenAI, Anthropic, OpenRouter or ccusage, or lines of your own. ${to(costBill)} does it for 1 credit, up to ${MOST_LINES} lines. With \`--offline\` it is done on your machine, costs nothing, sends nothing and takes any number of lines.`,
    ),
    code(
      "A bill on your machine",
      "text",
      ["aed bill usage.csv --offline", "ccusage daily --json | aed bill - --offline", "aed bill usage.jsonl --offline --lines --json"].join(
        "\n",
      ),
    ),
    list(
      `The [price book](/docs/guides/price-history) is downloaded once a day and kept in \`aed\` of your cache folder (\`XDG_CACHE_HOME\`, else \`~/.cache\`). \`--book <file>\` takes one that you saved.`,
      "Offline a name means the listing that has it. The service knows more names: those that listings had before, and how clouds spell them.",
      "What has no price, or could not be read, is in no sum and is counted beside the sums.",
    ),
  ],
};

const answers: DocSection = {
  title: "Answers for people and programs",
  blocks: [
    list(
      "On a terminal an answer is a table as wide as the terminal. In a pipe, with `--json`, and where an agent runs the command (`CLAUDECODE`, `CURSOR_AGENT`, `CODEX_SANDBOX`) it is JSON on one line: `schema_version`, `command` and `data`, which is the answer of the API.",
      "An error goes to stderr, there as JSON too: `error` has `code`, `message`, `hint`, `kind`, `exit_code` and `retry_after_seconds`.",
      "`aed changes --follow` writes a line for each change, each a whole JSON document.",
      "`NO_COLOR` ends colours. Progress is shown on a terminal only, and on stderr.",
      "Texts of others, such as titles of news, lose every character that steers a terminal.",
    ),
    text("The exit code says what to do next:"),
    fields(
      ...Object.entries(EXIT_CODES).map(([kind, { code: number, means }]) => ({ name: String(number), notes: kind, text: `${means}.` })),
    ),
  ],
};

const token: DocSection = {
  title: "A token",
  blocks: [
    text(
      "Commands that cost credits or read your account need a token: `best --top`, `compare`, `cost`, `bill` without `--offline`, `cve` and `watch`. It is never taken from the command line, where other users and the shell's history would see it:",
    ),
    code("One of these", "text", ["aed login", "aed login --stdin < token.txt", "read -rs AED_TOKEN && export AED_TOKEN"].join("\n")),
    list(
      "`aed login` asks for the token without showing it and stores it in `aed/credentials.json` of your configuration folder (`XDG_CONFIG_HOME`, else `~/.config`) with mode 0600. A file that others may read is refused.",
      "A token is stored for one address and is sent to no other, never over plain http, and with no call that is free.",
      "`aed buy 5` asks for a quote and says what to send; `aed buy --collect` turns the payment into credits and stores the token. Quotes that you did not collect stay on your machine for 30 days.",
      "`aed receipt verify answer.json` checks a paid answer on your machine.",
    ),
  ],
};

const completion: DocSection = {
  title: "Completion",
  blocks: [
    code(
      "In the start file of your shell",
      "text",
      ["source <(aed completion bash)", "source <(aed completion zsh)", "aed completion fish | source"].join("\n"),
    ),
  ],
};

export const commandGuide = defineGuide({
  id: "command",
  title: "The command aed",
  about: "Ask from a terminal or a script, and fail a build before a model that it names is gone.",
  sections: (site) => [begin(site), check(site), bill, answers, token, completion],
});
