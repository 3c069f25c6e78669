import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What a server answers, which may be broken. `drop` ends the connection without an answer, `silence` never ends it. */
export type ScriptedAnswer = { status?: number; headers?: Record<string, string>; body?: unknown; cutAfter?: number } | "drop" | "silence";

interface Asked {
  method: string;
  target: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedServer {
  url: string;
  asked: Asked[];
  /** What the next requests are answered with; the last answer stays. */
  script(...answers: readonly ScriptedAnswer[]): void;
  stop(): Promise<void>;
}

/** A server that answers what a test says, such as what no service should. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const asked: Asked[] = [];
  let answers: readonly ScriptedAnswer[] = [{ body: { ok: true } }];
  const server = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    asked.push({ method: request.method ?? "", target: request.url ?? "", headers: request.headers, body });
    const [answer = "drop", ...rest] = answers;
    if (rest.length > 0) answers = rest;
    if (answer === "silence") return;
    if (answer === "drop") return void request.socket.destroy();
    const text = typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body ?? { ok: true });
    response.writeHead(answer.status ?? 200, {
      "Content-Type": "application/json",
      "Content-Length": Buffer.byteLength(text),
      ...answer.headers,
    });
    if (answer.cutAfter === undefined) return void response.end(text);
    response.write(text.slice(0, answer.cutAfter), () => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    script(...next) {
      asked.length = 0;
      answers = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
