import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendWebhook, type WebhookOptions } from "@/lib/watches/delivery/send-webhook";
import { createAuthority, type Certificate, type TestAuthority } from "../../support/stores/test-authority";
import { loopbackOptions, webhookTo } from "../../support/watches/webhook-options";
import { closedPort, startInbox, startRawTcp, startRawTls, type Answer, type Receiver } from "../../support/watches/webhook-receiver";

const HOST = "receiver.example.com";
let authority: TestAuthority;
let certificate: Certificate;
let options: WebhookOptions;
const open: Receiver[] = [];

beforeAll(async () => {
  authority = await createAuthority();
  certificate = await authority.issue([HOST]);
  options = loopbackOptions(authority.ca);
});
afterAll(() => Promise.all(open.map((receiver) => receiver.close())));

function opened<One extends Receiver>(receiver: One): One {
  open.push(receiver);
  return receiver;
}

const inbox = async (answer?: Answer) => opened(await startInbox(certificate, answer));
/** Short, so that tests of endless answers end quickly. */
const brief = () => ({ ...options, timeoutMs: 2000 });

describe("a delivery", () => {
  test("arrives byte for byte over TLS, with path and host of the URL", async () => {
    const { received, urlFor, port } = await inbox();
    const webhook = webhookTo(`${urlFor(HOST)}/a?b=c`, { body: '{"event":"watch.fire","name":"Zürich – 東京"}' });
    expect(await sendWebhook(webhook, options)).toEqual({ kind: "answered", status: 204 });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({
      body: webhook.body,
      url: "/hook/a?b=c",
      headers: {
        host: `${HOST}:${port}`,
        "content-length": String(Buffer.byteLength(webhook.body)),
        "content-type": "application/json",
        "user-agent": "Test-Webhook/1.0",
        connection: "close",
      },
    });
  });

  test("goes to the checked address after a single lookup", async () => {
    const { received, urlFor } = await inbox();
    const lookups: string[] = [];
    const resolve = async (host: string) => (lookups.push(host), lookups.length === 1 ? ["127.0.0.1"] : ["203.0.113.1"]);
    expect(await sendWebhook(webhookTo(urlFor(HOST)), { ...options, resolve })).toEqual({ kind: "answered", status: 204 });
    expect(lookups).toEqual([HOST]);
    expect(received).toHaveLength(1);
  });

  test("is refused when the name was public at registration and is private now", async () => {
    const { received, urlFor } = await inbox();
    const guarded = { ...options, allowsPrivate: false };
    expect(await sendWebhook(webhookTo(urlFor(HOST).replace(/:\d+/, "")), guarded)).toEqual({
      kind: "unsafe_target",
      detail: "callback_url_resolves_to_private_host",
    });
    expect(await sendWebhook(webhookTo(urlFor("127.0.0.1")), guarded)).toEqual({
      kind: "unsafe_target",
      detail: "callback_url_resolves_to_private_host",
    });
    expect(received).toEqual([]);
  });

  test("tries the next address of a name when the first refuses", async () => {
    const { received, urlFor } = await inbox();
    expect(await sendWebhook(webhookTo(urlFor(HOST)), { ...options, resolve: async () => ["127.0.0.9", "127.0.0.1"] })).toEqual({
      kind: "answered",
      status: 204,
    });
    expect(received).toHaveLength(1);
  });

  test.each([200, 204, 301, 302, 303, 307, 308, 400, 404, 410, 429, 500, 503])(
    "answered with %i is recorded so, and sent once",
    async (status) => {
      const elsewhere = await inbox();
      const { received, urlFor } = await inbox(
        (response) => void response.writeHead(status, { location: elsewhere.urlFor(HOST) }).end(status === 204 ? undefined : "body"),
      );
      expect(await sendWebhook(webhookTo(urlFor(HOST)), options)).toEqual({ kind: "answered", status });
      expect(received).toHaveLength(1);
      expect(elsewhere.received).toEqual([]);
    },
  );

  test("counts the final answer, not the interim ones before it", async () => {
    const { port } = opened(
      await startRawTls(
        certificate,
        (socket) =>
          void socket.once("data", () =>
            socket.end("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"),
          ),
      ),
    );
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), options)).toEqual({ kind: "answered", status: 201 });
  });
});

describe("a receiver that misbehaves", () => {
  test("drips its headers: timeout", async () => {
    const { port } = opened(
      await startRawTls(certificate, (socket) => {
        socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
        const drip = setInterval(() => socket.write("a"), 20);
        socket.on("close", () => clearInterval(drip));
      }),
    );
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), brief())).toEqual({ kind: "timeout", detail: "no answer in time" });
  });

  test("drips its body: body_too_slow, with its status", async () => {
    const { urlFor } = await inbox((response) => {
      response.writeHead(200);
      const drip = setInterval(() => response.write("a"), 20);
      response.on("close", () => clearInterval(drip));
    });
    expect(await sendWebhook(webhookTo(urlFor(HOST)), brief())).toEqual({
      kind: "body_too_slow",
      detail: "answered 200, body not finished in time",
      status: 200,
    });
  });

  test("sends an endless body: answered, and cut at the read limit", async () => {
    let written = 0;
    let isCut: Promise<unknown> = Promise.resolve();
    const { urlFor } = await inbox((response) => {
      isCut = once(response, "close");
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
        response.once("drain", pour);
      };
      pour();
    });
    expect(await sendWebhook(webhookTo(urlFor(HOST)), options)).toEqual({ kind: "answered", status: 200 });
    await isCut;
    expect(written).toBeLessThan(64 * 1024 * 1024);
  });

  test("sends a compression bomb: nothing is decompressed", async () => {
    const { urlFor } = await inbox((response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(Buffer.alloc(100_000)));
    expect(await sendWebhook(webhookTo(urlFor(HOST)), options)).toEqual({ kind: "answered", status: 200 });
  });

  test("sends endless headers: network_error", async () => {
    const { port } = opened(await startRawTls(certificate, (socket) => socket.write(`HTTP/1.1 200 OK\r\nx-long: ${"a".repeat(200_000)}`)));
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), options)).toEqual({
      kind: "network_error",
      detail: "HPE_HEADER_OVERFLOW",
    });
  });

  test("speaks another protocol: network_error", async () => {
    const { port } = opened(await startRawTls(certificate, (socket) => socket.end("220 smtp ready\r\n")));
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), options)).toMatchObject({
      kind: "network_error",
      detail: expect.stringMatching(/^HPE_/),
    });
  });

  test("closes before it answers: network_error", async () => {
    const { port } = opened(await startRawTls(certificate, (socket) => void socket.once("data", () => socket.destroy())));
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), options)).toEqual({ kind: "network_error", detail: "ECONNRESET" });
  });

  test("closes within its body: answered", async () => {
    const { port } = opened(
      await startRawTls(
        certificate,
        (socket) =>
          void socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf", () => socket.destroy())),
      ),
    );
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), options)).toEqual({ kind: "answered", status: 200 });
  });

  test("asks for a protocol upgrade: recorded and closed", async () => {
    const { port } = opened(
      await startRawTls(
        certificate,
        (socket) =>
          void socket.once("data", () => socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n")),
      ),
    );
    expect((await sendWebhook(webhookTo(`https://${HOST}:${port}/`), brief())).kind).toBe("network_error");
  });

  test("accepts the connection and never speaks TLS: timeout", async () => {
    const { port } = opened(await startRawTcp(() => undefined));
    expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), brief())).toEqual({
      kind: "timeout",
      detail: "no TLS session in time",
    });
  });

  test("does not listen: connection_refused", async () => {
    expect(await sendWebhook(webhookTo(`https://${HOST}:${await closedPort()}/`), options)).toEqual({
      kind: "connection_refused",
      detail: "ECONNREFUSED",
    });
    const both = { ...options, resolve: async () => ["127.0.0.1", "127.0.0.2"] };
    expect(await sendWebhook(webhookTo(`https://${HOST}:${await closedPort()}/`), both)).toEqual({
      kind: "connection_refused",
      detail: "ECONNREFUSED",
    });
  });

  test("has no address, fails to resolve or never resolves: dns_error", async () => {
    const elsewhere = (host: string) => (host === HOST ? Promise.reject(new Error("SERVFAIL")) : Promise.resolve(["198.41.0.4"]));
    const wanting = [
      [async () => [], "the name has no address"],
      [elsewhere, "the name servers of the host did not answer"],
      [() => Promise.reject(new Error("SERVFAIL")), "this service could not resolve any name"],
      [() => new Promise<never>(() => undefined), "this service could not resolve any name"],
    ] as const;
    for (const [resolve, detail] of wanting) {
      expect(await sendWebhook(webhookTo(`https://${HOST}/`), { ...brief(), resolve })).toEqual({ kind: "dns_error", detail });
    }
  });
});

describe("tls_error", () => {
  const withCertificate = async (made: Certificate) => opened(await startInbox(made));
  test.each([
    [
      "a certificate of another authority",
      async () => withCertificate(await (await createAuthority("Another")).issue([HOST])),
      /UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED|CERT_SIGNATURE_FAILURE|UNABLE_TO_GET_ISSUER/,
    ],
    [
      "a certificate for another name",
      async () => withCertificate(await authority.issue(["other.example.com"])),
      /ERR_TLS_CERT_ALTNAME_INVALID/,
    ],
    ["a certificate that has expired", async () => withCertificate(await authority.issue([HOST], { expiredDays: 1 })), /CERT_HAS_EXPIRED/],
    [
      "plain HTTP",
      async () => opened(await startRawTcp((socket) => void socket.once("data", () => socket.end("HTTP/1.1 200 OK\r\n\r\n")))),
      /^(EPROTO|ERR_SSL_\w+)$/,
    ],
    [
      "a connection closed within the handshake",
      async () => opened(await startRawTcp((socket) => void socket.once("data", () => socket.destroy()))),
      /ECONNRESET/,
    ],
  ])("%s", async (_, start, detail) => {
    const receiver = await start();
    expect(await sendWebhook(webhookTo(receiver.urlFor(HOST)), options)).toEqual({
      kind: "tls_error",
      detail: expect.stringMatching(detail),
    });
    expect("received" in receiver ? receiver.received : []).toEqual([]);
  });

  test("a private certificate authority that is not configured", async () => {
    const { received, urlFor } = await inbox();
    const { ca: _, ...publicly } = options;
    expect((await sendWebhook(webhookTo(urlFor(HOST)), publicly)).kind).toBe("tls_error");
    expect(received).toEqual([]);
  });
});

test("a finished delivery leaves no connection open", async () => {
  const sockets: { isClosed: boolean }[] = [];
  const { port } = opened(
    await startRawTls(certificate, (socket) => {
      const state = { isClosed: false };
      sockets.push(state);
      socket.on("close", () => (state.isClosed = true));
      socket.once("data", () => socket.write("HTTP/1.1 200 OK\r\nconnection: keep-alive\r\ncontent-length: 2\r\n\r\nok"));
    }),
  );
  expect(await sendWebhook(webhookTo(`https://${HOST}:${port}/`), options)).toEqual({ kind: "answered", status: 200 });
  while (!sockets.every(({ isClosed }) => isClosed)) await delay(5);
  expect(sockets).toHaveLength(1);
});
