import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { RedisClient } from "./redis";

/** Upstash's REST protocol in front of a real redis-server, as far as the SDK uses it. */

type Command = unknown[];
type Reply = { result: unknown } | { error: string };

const TOKEN = "test-token";

const asText = (command: Command): string[] =>
  command.map((part) => (part !== null && typeof part === "object" ? JSON.stringify(part) : String(part)));

function encode(value: unknown, isBase64: boolean): unknown {
  if (value === null || value === undefined) return null;
  if (typeof value === "number") return value;
  if (Array.isArray(value)) return value.map((inner) => encode(inner, isBase64));
  return value === "OK" || !isBase64 ? String(value) : Buffer.from(String(value)).toString("base64");
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
}

export interface TestUpstash {
  url: string;
  token: string;
  requests(): number;
  /** Drops every connection from now on, as in an outage. */
  breakOff(): void;
  stop(): Promise<void>;
}

export async function startUpstash(redis: RedisClient): Promise<TestUpstash> {
  let isBroken = false;
  let requests = 0;

  async function run(command: Command, isBase64: boolean): Promise<Reply> {
    try {
      return { result: encode(await redis.sendCommand(asText(command)), isBase64) };
    } catch (error) {
      return { error: error instanceof Error ? error.message : String(error) };
    }
  }

  async function transaction(commands: Command[], isBase64: boolean): Promise<Reply[]> {
    const multi = redis.multi();
    for (const command of commands) multi.addCommand(asText(command));
    return (await multi.exec()).map((value) => ({ result: encode(value, isBase64) }));
  }

  async function answer(request: IncomingMessage): Promise<[number, unknown]> {
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return [401, { error: "Unauthorized" }];
    const isBase64 = request.headers["upstash-encoding"] === "base64";
    const body = await bodyOf(request);
    if (request.url === "/pipeline") return [200, await Promise.all((body as Command[]).map((command) => run(command, isBase64)))];
    if (request.url === "/multi-exec") return [200, await transaction(body as Command[], isBase64)];
    const reply = await run(body as Command, isBase64);
    return ["error" in reply ? 400 : 200, reply];
  }

  function send(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    requests++;
    if (isBroken) return void request.socket.destroy();
    answer(request).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => send(response, 400, { error: String(error) }),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: TOKEN,
    requests: () => requests,
    breakOff: () => void (isBroken = true),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
