import createFetchClient from "openapi-fetch";
import { toHex } from "@/lib/receipts/proofs/encodings";
import type { Answer, Call, PagedPath, PageOf, paths } from "./api-types";
import { RETRIES, type Retries } from "./defaults";
import { ServiceError } from "./errors";
import { failureOf, requestIdOf, unreadable } from "./failed-answer";
import { keyedOperations } from "./keyed-operations";
import { pagesOf, type Paging } from "./pages";
import { withRetries, type Send } from "./send";

type Fetch = typeof globalThis.fetch;

interface CommonOptions {
  /** The address of the service, such as `https://data.example.org`. */
  baseUrl: string;
  /** Sends requests in place of the platform's own `fetch`. */
  fetch?: Send | undefined;
  /** False sends each request once. */
  retries?: Partial<Retries> | false | undefined;
  /** What this program is called in requests. Browsers send their own name. */
  userAgent?: string | undefined;
}

/** A call is paid by a token or by x402: the service refuses both at once. */
export type ClientOptions = CommonOptions &
  (
    | { token?: string | undefined; x402?: undefined }
    | {
        token?: undefined;
        /** Pays what is demanded: `(fetch) => wrapFetchWithPayment(fetch, payer)` of `@x402/fetch`. */
        x402: (fetch: Fetch) => Fetch;
      }
  );

export interface PageInit<Path extends PagedPath> {
  params?: paths[Path]["get"]["parameters"];
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** Calls take what openapi-fetch takes. They resolve with the data, or reject with a `ServiceError`. */
export interface ServiceClient {
  GET: Call<"get">;
  POST: Call<"post">;
  DELETE: Call<"delete">;
  /** The pages of a list, from where the query begins. Each is a call of its own, and costs what one costs. */
  pages<Path extends PagedPath>(path: Path, init?: PageInit<Path>): AsyncGenerator<PageOf<Path>, void, undefined>;
}

const PREMIUM = "/api/premium/";
const KEY_BYTES = 16;

const isKeyed = (method: string, path: string): boolean =>
  method === "GET" ? path.startsWith(PREMIUM) : keyedOperations.includes(`${method} ${path}`);

/** A wallet that refuses the demand, or cannot read it, leaves its reason as the cause of the 402. */
function paying(send: Send, x402: (fetch: Fetch) => Fetch): Send {
  return async (request) => {
    let demand: Response | null = null;
    const pay = x402(async (input, init) => {
      const response = await send(new Request(input, init));
      if (response.status === 402) demand = response.clone();
      return response;
    });
    try {
      return await pay(request);
    } catch (error) {
      if (demand === null || error instanceof ServiceError) throw error;
      throw await failureOf(demand, error);
    }
  };
}

function headersOf({ token, userAgent }: ClientOptions): Record<string, string> {
  return {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(userAgent === undefined || "document" in globalThis ? {} : { "User-Agent": userAgent }),
  };
}

function fetchClientOf(options: ClientOptions) {
  const { baseUrl, fetch = (request) => globalThis.fetch(request), retries = {}, x402 } = options;
  const send = withRetries(fetch, { ...RETRIES, ...(retries === false ? { most: 0 } : retries) });
  const client = createFetchClient<paths>({
    baseUrl,
    headers: headersOf(options),
    // A redirect would take token, key and payment along, and the API never sends one.
    redirect: "manual",
    fetch: x402 ? paying(send, x402) : send,
    querySerializer: { array: { style: "form", explode: false } },
  });
  client.use({
    // A key is made for the whole call: every sending of it, also with a payment, carries the same.
    onRequest({ request, schemaPath }) {
      if (!isKeyed(request.method, schemaPath) || request.headers.has("idempotency-key")) return;
      request.headers.set("Idempotency-Key", toHex(crypto.getRandomValues(new Uint8Array(KEY_BYTES))));
    },
    async onResponse({ response }) {
      if (!response.ok) throw await failureOf(response);
    },
  });
  return client;
}

interface LooseInit extends Paging {
  parseAs?: string;
}

type LooseRequest = (method: string, path: string, init: LooseInit) => Promise<{ data?: unknown; response: Response }>;

function parsed(text: unknown, response: Response): unknown {
  try {
    return JSON.parse(text as string);
  } catch (error) {
    throw unreadable(response, error);
  }
}

function callOf(request: LooseRequest, method: string) {
  return async (path: string, init: LooseInit = {}): Promise<Answer<unknown>> => {
    const isJson = (init.parseAs ?? "json") === "json";
    const { data, response } = await request(method, path, isJson ? { ...init, parseAs: "text" } : init);
    return { data: isJson ? parsed(data, response) : data, response, requestId: requestIdOf(response) };
  };
}

/** Throws where both ways to pay are given, which types alone do not keep from JavaScript. */
export function createClient(options: ClientOptions): ServiceClient {
  if (options.token !== undefined && options.x402 !== undefined) {
    throw new TypeError("Give `token` or `x402`, not both: the service refuses a call with two ways to pay.");
  }
  const request = fetchClientOf(options).request as unknown as LooseRequest;
  const get = callOf(request, "get");
  return {
    GET: get as ServiceClient["GET"],
    POST: callOf(request, "post") as ServiceClient["POST"],
    DELETE: callOf(request, "delete") as ServiceClient["DELETE"],
    pages: ((path: string, init?: Paging) => pagesOf((from) => get(path, from), init)) as unknown as ServiceClient["pages"],
  };
}
