import type { IncomingMessage, ServerResponse } from "node:http";
import type { Db } from "@/db/client";
import { listSources } from "@/db/queries/freshness/operations";
import { isSampleDatabase } from "@/db/queries/installation";
import type { Env } from "@/lib/config/env";
import { describeError, log } from "@/lib/config/log";
import { ApiError } from "@/lib/errors";
import type { SentResponse } from "@/lib/http/answer";
import { refusalPage } from "@/lib/http/call/malformed";
import { plainPage } from "@/lib/http/call/plain-page";
import { DEMO_PATH } from "@/lib/http/demo-offer";
import { hasReadings } from "@/lib/http/operator/operator-tasks";
import { requireOwnOrigin } from "@/lib/http/session/require-origin";
import { pathOf } from "@/lib/http/target";
import { isAskedHere } from "../client-address";
import { send } from "../listener";
import { noteAnswerer } from "../requests/observed";
import type { DemoServer, DemoState } from "./demo-server";

/** Readings are looked for no more often; a first start has them within minutes. */
const LOOK_EVERY_MS = 2000;
const LOOK_AGAIN_SECONDS = "2";

/**
 * The offer of a first start to look around in sample data. It is made to a browser on this machine, by a server that
 * nobody else is told of, until a source was read: who comes from elsewhere cannot make this machine start a process.
 */
export interface DemoOffer {
  isMadeTo(request: IncomingMessage): boolean;
  /** Answers what is for the demo's address. False for any other request, and where there is nothing to start or to see. */
  answer(request: IncomingMessage, response: ServerResponse): boolean;
}

const isForOthers = ({ isPublic, isVercel, TRUSTED_PROXY }: Env): boolean => isPublic || isVercel || TRUSTED_PROXY !== undefined;

const HERE_ONLY =
  "The demo is started by a browser on the machine that runs this service, under the name localhost. There `npm run demo` starts it too.";

function pageOf(state: DemoState, host: string): SentResponse {
  if (state.kind === "ready") {
    const href = `http://${host.replace(/:\d+$/, "")}:${state.port}/`;
    const link = { href, label: "Look around" };
    return plainPage({ status: 200, title: "The sample data are ready", paragraphs: [], link, headers: { Refresh: `0; url=${href}` } });
  }
  if (state.kind === "starting") {
    const paragraphs = ["The first time this takes about a minute. Then this page leads there by itself."];
    return plainPage({ status: 200, title: "Sample data are being made", paragraphs, headers: { Refresh: LOOK_AGAIN_SECONDS } });
  }
  const says = state.kind === "failed" ? state.says : "It was not started yet.";
  const paragraphs = [says, "In a terminal `npm run demo` does the same, and says more."];
  return plainPage({ status: 503, title: "The demo does not run", paragraphs, link: { href: "/", label: "Back to your own data" } });
}

const fromElsewhere = (): SentResponse => plainPage({ status: 403, title: "This request is refused", paragraphs: [HERE_ONLY] });

/** What says where a form comes from. */
const ORIGIN_HEADERS = ["origin", "host", "sec-fetch-site"] as const;

const originHeadersOf = ({ headers }: IncomingMessage): Headers =>
  new Headers(ORIGIN_HEADERS.flatMap((name): [string, string][] => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

/** Null for the form of a page of this server, in a browser on this machine. */
function refusalOf(request: IncomingMessage): SentResponse | null {
  if (!isAskedHere(request)) return fromElsewhere();
  try {
    requireOwnOrigin(originHeadersOf(request));
    return null;
  } catch (error) {
    if (error instanceof ApiError) return refusalPage(error);
    throw error;
  }
}

/** Whether nothing was ever read, as known a moment ago. Once something was, it is not looked for again. */
function watchUnread(db: Db): () => boolean {
  let [isUnread, lookedAt] = [false, Number.NEGATIVE_INFINITY];
  let isOver = false;
  async function look(): Promise<void> {
    const [sources, isSample] = await Promise.all([listSources(db), isSampleDatabase(db)]);
    isOver = isSample || hasReadings(sources);
    isUnread = !isOver;
  }
  const lookSoon = () => {
    if (isOver || performance.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = performance.now();
    look().catch((error: unknown) => log.warn("whether a source was read is not known", { error: describeError(error) }));
  };
  lookSoon();
  return () => {
    lookSoon();
    return isUnread;
  };
}

/** Null for a server that others than its operator may reach. */
export function createDemoOffer(db: Db, values: Env, demo: DemoServer): DemoOffer | null {
  if (isForOthers(values)) return null;
  const isUnread = watchUnread(db);

  async function answerTo(request: IncomingMessage): Promise<SentResponse> {
    const isForm = request.method === "POST";
    const refusal = isForm ? refusalOf(request) : isAskedHere(request) ? null : fromElsewhere();
    if (refusal) return refusal;
    if (isForm) await demo.start(request.socket.localPort ?? values.PORT);
    return pageOf(await demo.state(), String(request.headers.host));
  }

  return {
    isMadeTo: (request) => isUnread() && isAskedHere(request),
    answer(request, response) {
      if (pathOf(request.url ?? "/") !== DEMO_PATH || !(isUnread() || demo.isRunning())) return false;
      noteAnswerer(response, "main");
      // The form has no fields; what a stranger sends is not read.
      request.resume();
      answerTo(request).then(
        (answer) => send(response, answer),
        (error: unknown) => (log.error("the demo was not answered", { error: describeError(error) }), response.destroy()),
      );
      return true;
    },
  };
}
