import { connect } from "node:net";
import type { RequestListener } from "node:http";
import { createInnerAddress } from "@/lib/server/front/inner-address";
import type { SentAnswer } from "@/lib/http/answer";
import type { Tally } from "@/lib/server/front/protocol";
import { startFront, type Front } from "@/lib/server/front/start-front";
import type { SentRequest } from "@/lib/server/api/api-request";
import { refusalAnswer } from "@/lib/server/api/refuse-early";
import { serveInner } from "@/lib/server/serve-http";

export const LONGEST_BODY = 1024;
const ROUTES = ["/api/known/[id]", "/page"];

export interface TestFront {
  port: number;
  front: Front;
  tallies: Tally[];
  /** Sets what the server behind the front does with what is forwarded to it. */
  behind(listener: RequestListener): void;
  readVersions(read: () => Promise<void>): void;
  /** Sets the main thread's answers to requests of the API. */
  answers(answer: (request: SentRequest) => Promise<SentAnswer>): void;
  /** Sends bytes and returns the received ones until the server closes or `until` matches. */
  talk(bytes: string | readonly string[], until?: RegExp): Promise<string>;
  closeBehind(): Promise<void>;
  stop(): Promise<void>;
}

/** The front's thread in front of the test's own server. */
export async function startTestFront(trustedProxy = ""): Promise<TestFront> {
  process.env.TRUSTED_PROXY = trustedProxy;
  let listener: RequestListener = (_, response) => response.end("behind");
  let readVersions = async (): Promise<void> => undefined;
  let answer = async (_: SentRequest): Promise<SentAnswer> => ({ status: 200, headers: {}, body: "main thread" });
  const tallies: Tally[] = [];
  const address = createInnerAddress();
  const inner = await serveInner(address.path, (request, response) => listener(request, response));
  const front = await startFront({
    readVersions: () => readVersions(),
    served: {
      documents: new Map([["/document.txt", "documents" as const]]),
      longestBody: LONGEST_BODY,
      probes: new Set(["/api/probe"]),
      routes: ROUTES,
    },
    answer: (request) => answer(request),
    refuse: refusalAnswer,
    onTally: (tally) => tallies.push(tally),
    onDeath: (error) => {
      throw error;
    },
  });
  const port = await front.listen(0, address.path);
  let isClosed = false;
  const closeBehind = async (): Promise<void> => {
    if (!isClosed) await inner.close();
    isClosed = true;
  };
  return {
    port,
    front,
    tallies,
    behind: (next) => (listener = next),
    readVersions: (next) => (readVersions = next),
    answers: (next) => (answer = next),
    talk: (bytes, until) => talk(port, [bytes].flat(), until),
    closeBehind,
    async stop() {
      await front.stop();
      await closeBehind();
      address.remove();
    },
  };
}

/** Sends each part after something was received for the previous one. */
function talk(port: number, parts: string[], until: RegExp | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(parts.shift() ?? "", "latin1"));
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      answer += chunk;
      const next = parts.shift();
      if (next !== undefined) socket.write(next, "latin1");
      else if (until?.test(answer)) socket.destroy();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
  });
}
