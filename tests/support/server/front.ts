import { connect } from "node:net";
import type { RequestListener } from "node:http";
import { createInnerAddress } from "@/lib/server/front/inner-address";
import type { SentResponse } from "@/lib/http/answer";
import { createFront } from "@/lib/server/front/front";
import type { ReceivedRequest } from "@/lib/server/api/api-request";
import { createAddressReader, trustOf } from "@/lib/server/client-address";
import { refusalAnswer } from "@/lib/server/api/refuse-early";
import { serveHttp, serveInner } from "@/lib/server/serve-http";

export const LONGEST_BODY = 1024;

export interface TestFront {
  port: number;
  /** Sets what the server behind the front does with what is forwarded to it. */
  behind(listener: RequestListener): void;
  /** Sets how versions that are old are read. */
  readVersions(read: () => Promise<void>): void;
  /** Sets the handlers' answers to requests of the API. */
  answers(answer: (request: ReceivedRequest) => Promise<SentResponse>): void;
  /** Sends bytes and returns the received ones until the server closes or `until` matches. */
  talk(bytes: string | readonly string[], until?: RegExp): Promise<string>;
  closeBehind(): Promise<void>;
  stop(): Promise<void>;
}

/** The front, before handlers and pages of the test's own. */
export async function startTestFront(trustedProxy = ""): Promise<TestFront> {
  let listener: RequestListener = (_, response) => response.end("behind");
  let readVersions = async (): Promise<void> => undefined;
  let answer = async (_: ReceivedRequest): Promise<SentResponse> => ({ status: 200, headers: {}, body: "handler" });
  const address = createInnerAddress();
  const inner = await serveInner(address.path, (request, response) => listener(request, response));
  let reading: Promise<boolean> | null = null;
  const read = (): Promise<boolean> =>
    (reading ??= readVersions()
      .then(
        () => true,
        () => false,
      )
      .finally(() => (reading = null)));
  const front = createFront({
    served: {
      documents: new Map([["/document.txt", "documents" as const]]),
      longestBody: LONGEST_BODY,
      probes: new Set(["/api/probe"]),
    },
    addressOf: createAddressReader(trustedProxy),
    answerCall: (request, refusal) => (refusal ? refusalAnswer(request, refusal) : answer(request)),
    versions: { refreshSoon: () => undefined, areKnown: read },
    pagesAddress: address.path,
  });
  const http = await serveHttp(0, trustOf(trustedProxy), front);
  const { port } = http;
  let isClosed = false;
  const closeBehind = async (): Promise<void> => {
    if (!isClosed) await inner.close();
    isClosed = true;
  };
  return {
    port,
    behind: (next) => (listener = next),
    readVersions: (next) => (readVersions = next),
    answers: (next) => (answer = next),
    talk: (bytes, until) => talk(port, [bytes].flat(), until),
    closeBehind,
    async stop() {
      await http.close();
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
