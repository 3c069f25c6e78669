import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { LONGEST_FORM_BYTES } from "@/lib/config/page-policy.mjs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { httpCall } from "../support/server/http-call";
import { startTestFront, type TestFront } from "../support/server/front";

let front: TestFront;
beforeAll(async () => {
  front = await startTestFront();
});
afterAll(() => front.stop());

interface ReceivedRequest {
  method: string;
  url: string;
  headers: [string, string][];
  body: string;
}

async function readAll(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

function echoRequest(): void {
  front.behind(async (request, response) => {
    const headers = request.rawHeaders.flatMap((name, at): [string, string][] =>
      at % 2 === 0 ? [[name, request.rawHeaders[at + 1] ?? ""]] : [],
    );
    response.end(
      JSON.stringify({
        method: request.method,
        url: request.url,
        headers,
        body: (await readAll(request)).toString("latin1"),
      } satisfies Partial<ReceivedRequest>),
    );
  });
}

const receivedIn = (answer: string): ReceivedRequest =>
  JSON.parse(Buffer.from(/\{.*\}/s.exec(answer)?.[0] ?? "null", "latin1").toString()) as ReceivedRequest;
const valuesOf = ({ headers }: ReceivedRequest, name: string): string[] =>
  headers.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
const CLOSE = "Host: example.org\r\nConnection: close\r\n";

describe("a request to the server behind the front", () => {
  test("keeps method, target, body, and headers in order with repetitions", async () => {
    echoRequest();
    const received = receivedIn(
      await front.talk(
        `POST /page/x?q=%C3%A4&q= HTTP/1.1\r\n${CLOSE}X-Two: a\r\nCookie: a=1\r\nX-Two: b\r\nX-Odd: \xe9\r\nContent-Length: 5\r\n\r\nhello`,
      ),
    );
    expect(received).toMatchObject({ method: "POST", url: "/page/x?q=%C3%A4&q=", body: "hello" });
    expect(received.headers.filter(([name]) => /^(host|x-(?!client-address|forwarded-proto)|cookie|content-length)/i.test(name))).toEqual([
      ["Host", "example.org"],
      ["X-Two", "a"],
      ["Cookie", "a=1"],
      ["X-Two", "b"],
      ["X-Odd", "\u00e9"],
      ["Content-Length", "5"],
    ]);
  });

  test("never carries an address or a protocol that the client claims, in any spelling", async () => {
    echoRequest();
    const claims = [
      "x-client-address: 1.1.1.1",
      "X-CLIENT-ADDRESS: 1.1.1.2",
      "X-Forwarded-For: 1.1.1.3",
      "x-real-ip: 1.1.1.4",
      "Forwarded: for=1.1.1.5",
      "Connection: x-client-address",
      "X-Forwarded-Proto: https",
    ];
    const received = receivedIn(await front.talk(`GET /page/x HTTP/1.1\r\nHost: x\r\n${claims.join("\r\n")}\r\nConnection: close\r\n\r\n`));
    expect(valuesOf(received, "x-client-address")).toEqual(["127.0.0.1"]);
    expect(valuesOf(received, "x-forwarded-proto")).toEqual(["http"]);
    expect(JSON.stringify(received.headers)).not.toContain("1.1.1.");
  });

  test("carries no hop-by-hop headers, and Expect is answered by the front", async () => {
    echoRequest();
    const answer = await front.talk([
      `POST /page/x HTTP/1.1\r\n${CLOSE}TE: trailers\r\nUpgrade: x\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      "ok",
    ]);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
    const received = receivedIn(answer);
    expect(received.body).toBe("ok");
    for (const name of ["te", "upgrade", "expect"]) expect(valuesOf(received, name)).toEqual([]);
  });

  test("may be HTTP/1.0 without a host, or have a chunked body", async () => {
    echoRequest();
    expect(receivedIn(await front.talk("GET /page/old HTTP/1.0\r\n\r\n")).url).toBe("/page/old");
    expect(
      receivedIn(await front.talk(`POST /page/x HTTP/1.1\r\n${CLOSE}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n`))
        .body,
    ).toBe("abcde");
  });

  test("is refused in the front when it has two body lengths", async () => {
    let calls = 0;
    front.behind((_, response) => {
      calls++;
      response.end();
    });
    expect(
      await front.talk(
        `POST /page/x HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /page/y HTTP/1.1\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1\.1 400 /);
    expect(calls).toBe(0);
  });
});

describe("an answer from the server behind the front", () => {
  test("keeps status, reason phrase and headers with repetitions, and has one date", async () => {
    front.behind((_, response) => {
      response.writeHead(418, "Short And Stout", [
        "Set-Cookie",
        "a=1",
        "Set-Cookie",
        "b=2",
        "X-Own",
        "yes",
        "Date",
        "Sat, 01 Jan 2000 00:00:00 GMT",
      ]);
      response.end("tea");
    });
    const answer = await front.talk(`GET /page/x HTTP/1.1\r\n${CLOSE}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 418 Short And Stout\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\nX-Own: yes\r\n/);
    expect(answer.match(/^Date: .*$/gm)).toEqual(["Date: Sat, 01 Jan 2000 00:00:00 GMT"]);
  });

  test("has a length and no body for HEAD", async () => {
    front.behind((_, response) => response.writeHead(200, { "Content-Length": "12345" }).end());
    const { headers, raw } = await httpCall(front.port, { target: "/page/x", method: "HEAD" });
    expect([headers["content-length"], raw.byteLength]).toEqual(["12345", 0]);
  });

  const hash = (of: Uint8Array): string => createHash("sha256").update(of).digest("hex");

  test("has the same bytes for the longest form up and 20 MB down", async () => {
    front.behind((request, response) => void request.pipe(response));
    const form = randomBytes(LONGEST_FORM_BYTES);
    const echoed = await fetch(`http://127.0.0.1:${front.port}/page/x`, { method: "POST", body: form });
    expect(hash(new Uint8Array(await echoed.arrayBuffer()))).toBe(hash(form));
    const bytes = randomBytes(20 * 1024 * 1024);
    front.behind((_, response) => response.end(bytes));
    const answer = await fetch(`http://127.0.0.1:${front.port}/page/x`);
    expect(hash(new Uint8Array(await answer.arrayBuffer()))).toBe(hash(bytes));
  });

  test("streams: the first part is here while the second is not written yet", async () => {
    const parts = ["one", "two"];
    let sendSecond = (): void => undefined;
    front.behind((_, response) => {
      response.write(parts[0]);
      sendSecond = () => response.end(parts[1]);
    });
    const answer = await fetch(`http://127.0.0.1:${front.port}/page/x`);
    const seen: string[] = [];
    for await (const part of answer.body ?? []) {
      seen.push(Buffer.from(part).toString());
      if (seen.length === 1) sendSecond();
    }
    expect(seen).toEqual(parts);
  });

  test("begins once the whole body is here, so that one sent slowly takes no place behind the front", async () => {
    let asked = 0;
    front.behind((request, response) => {
      asked++;
      request.pipe(response);
    });
    const half = "POST /page/x HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\none";
    const socket = connect(front.port, "127.0.0.1").on("error", () => undefined);
    socket.write(half);
    await httpCall(front.port, { target: "/page/other" });
    expect(asked).toBe(1);
    socket.write("two");
    await once(socket, "data");
    expect(asked).toBe(2);
    socket.destroy();
  });

  test("is 413 for a body that is longer than any form", async () => {
    front.behind((request, response) => void request.pipe(response));
    const { status, text } = await httpCall(front.port, { target: "/page/x", method: "POST", body: "x".repeat(LONGEST_FORM_BYTES + 1) });
    expect([status, JSON.parse(text)]).toEqual([413, expect.objectContaining({ error: "payload_too_large" })]);
  });

  test("keeps the order of pipelined requests, even with a slow first one", async () => {
    front.behind((request, response) => void setTimeout(() => response.end(request.url), request.url === "/page/slow" ? 100 : 0));
    const answer = await front.talk(
      "GET /page/slow HTTP/1.1\r\nHost: x\r\n\r\nGET /page/quick HTTP/1.1\r\nHost: x\r\n\r\n",
      /slow[^]*quick/,
    );
    expect(answer.indexOf("/page/slow")).toBeLessThan(answer.indexOf("/page/quick"));
  });
});

describe("when one side disconnects", () => {
  test("closes the inner request of a client that leaves", async () => {
    const left = new Promise<void>((resolve) =>
      front.behind((_, response) => {
        response.write("begun");
        response.on("close", resolve);
      }),
    );
    const call = request({ port: front.port, host: "127.0.0.1", path: "/page/x" });
    call.on("error", () => undefined);
    call.end();
    await once(call, "response");
    call.destroy();
    await left;
  });

  test("breaks the connection after half an answer", async () => {
    let hangUp = (): void => undefined;
    front.behind((_, response) => {
      response.write("half");
      hangUp = () => response.destroy();
    });
    const answer = await fetch(`http://127.0.0.1:${front.port}/page/x`);
    const rest = answer.text();
    hangUp();
    await expect(rest).rejects.toThrow("terminated");
  });

  test("answers 503 when the server behind hangs up or is gone", async () => {
    front.behind((_, response) => void response.socket?.destroy());
    for (let time = 0; time < 2; time++) {
      const { status, headers, text } = await httpCall(front.port, { target: "/page/x" });
      expect([status, headers["retry-after"], (JSON.parse(text) as { error: string }).error]).toEqual([503, "5", "unavailable"]);
      await front.closeBehind();
    }
  });
});
