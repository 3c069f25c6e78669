import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseSanctionsList, readSanctionsList } from "@/lib/money/chain/sanctions-list";
import { createScreener, screenerOf } from "@/lib/money/chain/screener";
import { ConfigurationError, parseEnv } from "@/lib/config/env";

const WALLET = `0x${"aB".repeat(20)}`;
const OTHER = `0x${"12".repeat(20)}`;

describe("the sanctions list", () => {
  test("holds one address per line in any letter case, with comments and blank lines", () => {
    const list = parseSanctionsList(`# list of today\r\n${WALLET} # a name\n\n  ${OTHER}  \n`, "list.txt");
    expect([...list]).toEqual([WALLET.toLowerCase(), OTHER]);
  });

  test.each(["0x12", WALLET.slice(2), `${WALLET}, ${OTHER}`, `"${WALLET}"`, "address"])(
    "is refused for the line %s, naming its number",
    (line) => {
      expect(() => parseSanctionsList(`# first\n${line}`, "list.txt")).toThrow(
        new ConfigurationError(
          "SANCTIONS_LIST_FILE: line 2 of list.txt is not an address. Give one address of 0x and 40 hex digits a line; # starts a comment.",
        ),
      );
    },
  );

  test("is refused when its file is missing", () => {
    expect(() => readSanctionsList("no-such-file.txt")).toThrow("SANCTIONS_LIST_FILE: no-such-file.txt cannot be read (ENOENT)");
  });

  test("is read from the configured file", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sanctions-"));
    try {
      writeFileSync(join(folder, "list.txt"), `${WALLET}\n`);
      const screener = screenerOf(parseEnv({ SANCTIONS_LIST_FILE: join(folder, "list.txt") }));
      expect([await screener.screen(WALLET.toLowerCase()), await screener.screen(OTHER)]).toEqual(["blocked", "clear"]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe("the screening service", () => {
  let server: Server;
  let url: string;
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let requests: string[];
  let clock: number;
  const key = "screening-key-0123456789";
  const screener = (list: string[] = []) =>
    createScreener({ list: new Set(list), chainalysis: { apiKey: key, url, timeoutMs: 300 }, now: () => clock });
  const answerWith = (status: number, body: string) =>
    (answer = (_request, response) => void response.writeHead(status, { location: `${url}/elsewhere` }).end(body));

  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url} ${String(request.headers["x-api-key"])}`);
      answer(request, response);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => {
    requests = [];
    clock = 1000;
    answerWith(200, '{"identifications":[]}');
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  test("is queried by address, with the key in a header", async () => {
    expect(await screener().screen(WALLET)).toBe("clear");
    expect(requests).toEqual([`GET /api/v1/address/${WALLET.toLowerCase()} ${key}`]);
  });

  test("blocks an identified wallet and clears an unknown one", async () => {
    answerWith(200, '{"identifications":[{"category":"sanctions"}]}');
    expect(await screener().screen(WALLET)).toBe("blocked");
    answerWith(404, "not found");
    expect(await screener().screen(WALLET)).toBe("clear");
  });

  test.each([
    ["429", () => answerWith(429, "")],
    ["500", () => answerWith(500, "")],
    ["403", () => answerWith(403, "bad key")],
    ["a redirect", () => answerWith(302, "")],
    ["no JSON", () => answerWith(200, "<html>")],
    ["another shape", () => answerWith(200, '{"identifications":null}')],
    ["too much", () => answerWith(200, `{"identifications":[],"x":"${"x".repeat(300_000)}"}`)],
    ["a cut line", () => (answer = (request) => void request.socket.destroy())],
    ["silence", () => (answer = () => undefined)],
  ])("neither blocks nor clears a wallet when it answers with %s", async (_what, arrange) => {
    arrange();
    expect(await screener().screen(WALLET)).toBe("unavailable");
  });

  test("is not queried again for two minutes about a clear wallet", async () => {
    const one = screener();
    await one.screen(WALLET);
    answerWith(500, "");
    clock += 119_000;
    expect(await one.screen(WALLET)).toBe("clear");
    clock += 2000;
    expect(await one.screen(WALLET)).toBe("unavailable");
    expect(await one.screen(OTHER)).toBe("unavailable");
  });

  test("is queried every time about a blocked wallet", async () => {
    const one = screener();
    answerWith(200, '{"identifications":[{}]}');
    expect([await one.screen(WALLET), await one.screen(WALLET)]).toEqual(["blocked", "blocked"]);
    expect(requests).toHaveLength(2);
  });

  test("is not queried about a listed wallet or an invalid address", async () => {
    const one = screener([WALLET.toLowerCase()]);
    expect([await one.screen(WALLET), await one.screen("0x12/../../key")]).toEqual(["blocked", "unavailable"]);
    expect(requests).toEqual([]);
  });
});

test("clears every wallet without a list and a service", async () => {
  expect(await screenerOf(parseEnv({})).screen(WALLET)).toBe("clear");
});
