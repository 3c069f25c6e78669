import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aModelEnd } from "../../support/client/model-end";
import { hasTerminal, runAed } from "../../support/client/run-aed";
import { startScriptedServer, type ScriptedServer } from "../../support/client/scripted-server";
import { lacks } from "../../support/lacks";

let server: ScriptedServer;
let folder: string;
beforeAll(async () => {
  server = await startScriptedServer();
  folder = mkdtempSync(join(tmpdir(), "aed-program-"));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const problem = (error: string, rest = {}) => ({
  ok: false,
  error,
  message: `It is ${error}.`,
  hint: "Do this.",
  request_id: "r1",
  ...rest,
});
const here = (env: Record<string, string> = {}) => ({ env: { AED_BASE_URL: server.url, XDG_CONFIG_HOME: folder, ...env } });
const article = { publishedAt: "2026-11-28T09:00:00.000Z", source: "Example", title: "A title\u001b[2J of others" };

describe("in a pipe", () => {
  test("an answer is one line of JSON with its version, on stdout alone", async () => {
    server.script({ body: { ok: true, articles: [article] } });
    const { code, stdout, stderr } = await runAed(["news", "--limit", "1"], here());
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trimEnd()).not.toMatch(/\p{Cc}/u);
    expect(JSON.parse(stdout)).toEqual({ schema_version: 1, command: "news", data: { ok: true, articles: [article] } });
    expect(server.asked[0]).toMatchObject({ target: "/api/news?limit=1", headers: { "user-agent": expect.stringMatching(/^aed\//) } });
  });

  test.each([
    [404, "model_not_found", 5, "not_found"],
    [401, "invalid_token", 3, "authentication", "`aed login` stores a token; AED_TOKEN holds one for a script."],
    [402, "payment_required", 4, "payment", "`aed buy <usd>` buys credits; `aed login` stores the token of an account that has some."],
    [400, "invalid_parameter", 2, "usage"],
    [403, "jurisdiction_blocked", 8, "refused"],
  ])("a refusal with %i is JSON on stderr, and its kind the exit code", async (status, code, exit, kind, hint = "Do this.") => {
    server.script({ status, body: problem(code) });
    const run = await runAed(["news"], here());
    expect(run).toMatchObject({ code: exit, stdout: "" });
    expect(JSON.parse(run.stderr)).toMatchObject({
      schema_version: 1,
      command: "news",
      error: { code, kind, exit_code: exit, hint },
    });
  });

  test("a limit says when to come back", async () => {
    server.script({ status: 429, headers: { "Retry-After": "40" }, body: problem("rate_limit_exceeded") });
    const run = await runAed(["news"], here());
    expect(run.code).toBe(6);
    expect(JSON.parse(run.stderr).error.retry_after_seconds).toBe(40);
  });

  test("no answer is worth another try", async () => {
    const run = await runAed(["news"], { env: { AED_BASE_URL: "http://127.0.0.1:9" } });
    expect([run.code, JSON.parse(run.stderr).error.kind]).toEqual([7, "try_again"]);
  });

  test("a command line that is not valid is told of as JSON too", async () => {
    const run = await runAed(["modls"]);
    expect(run.code).toBe(2);
    expect(JSON.parse(run.stderr).error.message).toBe("unknown command 'modls' (Did you mean models?)");
    expect((await runAed(["news", "--limit", "0"], here())).code).toBe(2);
    expect((await runAed(["news", "--base-url", "ftp://x"])).code).toBe(2);
  });
});

describe.skipIf(lacks(!hasTerminal(), "there is no `script` to make a terminal with"))("on a terminal", () => {
  const terminal = { columns: 60 };

  test("an answer is a table as wide as the terminal, which texts of others do not steer", async () => {
    server.script({ body: { ok: true, articles: [article, { ...article, title: "long ".repeat(40) }] } });
    const { code, stdout } = await runAed(["news"], { ...here({ NO_COLOR: "1" }), ...terminal });
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split("\r\n");
    expect(lines[0]).toBe("PUBLISHED (UTC)   SOURCE   TITLE");
    expect(lines[1]).toBe("2026-11-28 09:00  Example  A title of others");
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
    expect(stdout).not.toContain("\u001b");
  });

  test("colours are shown, unless NO_COLOR is set", async () => {
    server.script({ body: { ok: true, articles: [article] } });
    expect((await runAed(["news"], { ...here(), ...terminal })).stdout).toContain("\u001b[1m");
  });

  test.each(["CLAUDECODE", "CURSOR_AGENT", "CODEX_SANDBOX"])("an agent that sets %s reads JSON there too", async (name) => {
    server.script({ body: { ok: true, articles: [] } });
    const { stdout } = await runAed(["news"], { ...here({ [name]: "1" }), ...terminal });
    expect(JSON.parse(stdout)).toMatchObject({ schema_version: 1 });
  });

  test("an error is a sentence with its hint", async () => {
    server.script({ status: 404, body: problem("model_not_found", { candidates: ["a/b"] }) });
    const { code, stdout } = await runAed(["news"], { ...here(), ...terminal });
    expect(code).toBe(5);
    expect(stdout).toBe("aed: It is model_not_found.\r\n     Similar: a/b\r\n     Do this.\r\n");
  });
});

describe("a token", () => {
  const TOKEN = `aed_live_${"1".repeat(64)}`;

  test("comes by stdin, is tried, stored for its owner alone, sent with paid calls and with no free one, and forgotten", async () => {
    server.script({ body: { ok: true, balance: 7 } });
    const login = await runAed(["login", "--stdin"], { ...here(), input: `${TOKEN}\n` });
    expect(JSON.parse(login.stdout).data).toMatchObject({ balance: 7, base_url: server.url });
    expect(login.stdout + login.stderr).not.toContain(TOKEN);
    expect(statSync(join(folder, "aed/credentials.json")).mode & 0o777).toBe(0o600);
    server.script({ body: { ok: true, count: 0, watches: [], articles: [] } });
    await runAed(["watch"], here());
    await runAed(["news"], here());
    expect(server.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${TOKEN}`, undefined]);
    expect(JSON.parse((await runAed(["logout"], here())).stdout).data.forgotten).toBe(true);
  });

  test("that the service refuses is not stored, and none is sent over plain http to another machine", async () => {
    server.script({ status: 401, body: problem("invalid_token") });
    expect((await runAed(["login", "--stdin"], { ...here(), input: TOKEN })).code).toBe(3);
    expect((await runAed(["watch"], { env: { AED_BASE_URL: "http://data.example.org", AED_TOKEN: TOKEN } })).code).toBe(8);
  });

  test("is no option", async () => {
    expect((await runAed(["news", "--token", TOKEN], here())).code).toBe(2);
  });
});

describe("a purchase", () => {
  const quoteOf = (memo: string) => ({
    body: {
      ok: true,
      memo,
      amount: "5.000123",
      currency: "USDC",
      network: "Base",
      wallet: "0x1",
      contract: "0x2",
      credits: 250,
      expires_at: new Date(Date.now() + 60_000).toISOString(),
      payment_uri: "ethereum:0x2",
      refund: "None.",
    },
  });
  const TOKEN = `aed_live_${"2".repeat(64)}`;

  test("that was paid is collected, also where another quote was asked for after it", async () => {
    server.script(quoteOf("aed-first"), quoteOf("aed-second"));
    const first = await runAed(["buy", "5"], here());
    expect([first.code, first.stdout]).toEqual([0, expect.not.stringContaining("aed-first")]);
    await runAed(["buy", "5"], here());
    server.script(
      { status: 409, body: problem("tx_not_confirmed") },
      { body: { ok: true, token: TOKEN, credits: 250, balance: 250, refund: "None." } },
    );
    const collected = await runAed(["buy", "--collect"], here());
    expect([collected.code, collected.stdout]).toEqual([0, expect.not.stringContaining(TOKEN)]);
    expect(server.asked.map(({ body }) => JSON.parse(body).nonce)).toEqual(["aed-second", "aed-first"]);
    server.script({ status: 409, body: problem("tx_not_confirmed") });
    expect((await runAed(["buy", "--collect"], here())).code).toBe(7);
    expect(server.asked.map(({ body }) => JSON.parse(body).nonce)).toEqual(["aed-second"]);
    await runAed(["logout"], here());
  });

  test("of another address is not there", async () => {
    expect(
      (await runAed(["buy", "--collect"], { ...here(), env: { AED_BASE_URL: `${server.url}/other`, XDG_CONFIG_HOME: folder } })).code,
    ).toBe(5);
  });
});

describe("a check", () => {
  const answers = [
    {
      body: {
        ok: true,
        today: "2026-11-28",
        retirements: [aModelEnd()],
        asked: [{ query: "gpt-4-0613", found: ["openai/gpt-4-0613"], note: null }],
      },
    },
    { body: { ok: true, total: 0, count: 0, movers: [] } },
  ];

  test("exits with 1 where a model ends soon, and writes a line that a pull request shows", async () => {
    writeFileSync(join(folder, "chat.py"), 'import x\nllm = f(model="gpt-4-0613")\n');
    server.script(...answers);
    const run = await runAed(["check", join(folder, "chat.py"), "--format", "github"], here());
    expect(run.code).toBe(1);
    expect(run.stdout.split("\n")[0]).toBe(
      "::warning file=chat.py,line=2,col=16,title=Model retires soon::gpt-4-0613 retires on 2026-12-11, in 13 days at OpenAI. Named instead: gpt-5.",
    );
    expect(server.asked.map(({ target }) => target)).toEqual([
      "/api/models/retirements?models=gpt-4-0613",
      "/api/models/movers?days=30&include=hosts&limit=200",
    ]);
    server.script(...answers);
    const within = await runAed(["check", join(folder, "chat.py"), "--within", "10", "--json"], here());
    expect(within.code).toBe(0);
    expect(JSON.parse(within.stdout).data).toMatchObject({ fails: 0, findings: [{ kind: "ends_later", file: "chat.py", line: 2 }] });
  });

  test("tells of names that nobody knows and of files that it did not read, and no name of a file steers the terminal", async () => {
    const path = join(folder, "odd");
    mkdirSync(path);
    writeFileSync(join(path, "a\u001b[2J\n::error::b.py"), 'f(model="gpt-4-0613")\nf(model="zzz-9")\n');
    writeFileSync(join(path, "large.json"), " ".repeat(1024 * 1024 + 1));
    const asked = [
      { query: "gpt-4-0613", found: ["openai/gpt-4-0613"], note: null },
      { query: "zzz-9", found: [], note: "No model is called so." },
    ];
    server.script(
      { body: { ok: true, today: "2026-11-28", retirements: [aModelEnd()], asked } },
      { body: { ok: true, total: 201, count: 200, movers: [] } },
    );
    const { stdout } = await runAed(["check", path, "--format", "github"], here());
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^::warning file=a%0A%3A%3Aerror%3A%3Ab\.py,line=1,/),
      "1 file, 2 mentions of 2 names: 1 finding, 1 of which fails the check.",
      "Not read: large.json.",
      "Names that the service does not know, or that fit several models: zzz-9.",
      "The prices of 1 more model changed, and were not compared.",
      "",
    ]);
  });

  test("of a path that is not there, and of a folder without models", async () => {
    expect((await runAed(["check", join(folder, "none")], here())).code).toBe(5);
    writeFileSync(join(folder, "empty.py"), "x = 1\n");
    server.script("drop");
    expect((await runAed(["check", join(folder, "empty.py")], here())).code).toBe(0);
    expect(server.asked).toEqual([]);
  });
});

describe("help and completion", () => {
  test("are shown without a service", async () => {
    const { code, stdout } = await runAed(["check", "--help"]);
    expect(code).toBe(0);
    expect(stdout).toContain("--within <days>");
    expect((await runAed(["--version"])).code).toBe(0);
  });

  test("bash completes commands, their parts and options by its script", async () => {
    const { stdout } = await runAed(["completion", "bash"]);
    const complete = async (line: string): Promise<string[]> => {
      const words = line.split(" ");
      const script = `${stdout}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${words.length - 1}; _aed; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await promisify(execFile)("bash", ["-c", script])).stdout.trim().split("\n");
    };
    expect(await complete("aed re")).toEqual(["resolve", "retirements", "receipt"]);
    expect(await complete("aed best c")).toEqual(["code", "creative"]);
    expect(await complete("aed watch price --b")).toEqual(["--below", "--base-url"]);
  });

  test("the scripts of zsh and fish name every command", async () => {
    for (const shell of ["zsh", "fish"]) {
      const { stdout } = await runAed(["completion", shell]);
      for (const name of ["models", "receipt", "check", "/watch/price"]) expect(stdout, shell).toContain(name);
    }
  });
});
