import { z } from "zod";
import { ERRORS, type ErrorCode } from "@/lib/errors";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { problemType } from "@/lib/http/call/respond";
import { UNKNOWN_PARAMETER } from "@/lib/http/call/unknown-parameters";
import { PaymentDemand } from "@/lib/schemas/payment-demand";
import type { Components, Json } from "./json-schema";
import { SHARED_PROBLEMS } from "./openapi-shared";
import { problemsOf } from "./problems";

export const headers = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Errors that state the price and the ways to pay it. */
const DEMANDS: readonly ErrorCode[] = ["payment_required", "insufficient_credits", "payment_failed"];

const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: "BadRequest",
  401: "Unauthorized",
  402: "PaymentRequired",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  410: "Gone",
  413: "PayloadTooLarge",
  422: "Unprocessable",
  429: "TooManyRequests",
  500: "ServerError",
  502: "BadGateway",
  503: "ServiceUnavailable",
  504: "GatewayTimeout",
};

const PROBLEM: Json = { $ref: "#/components/schemas/Problem" };

const pascal = (text: string): string =>
  text
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

function shapesOf(endpoint: AnyEndpoint, code: ErrorCode): z.ZodRawShape | null {
  const members = endpoint.errors?.[code]?.shape ?? {};
  if (code === "unknown_parameter") return UNKNOWN_PARAMETER.shape;
  if (endpoint.access.kind === "premium" && DEMANDS.includes(code)) return { ...PaymentDemand.shape, ...members };
  return Object.keys(members).length > 0 ? members : null;
}

/** Codes with the same members share a schema. */
function memberVariants(endpoint: AnyEndpoint, codes: readonly ErrorCode[], components: Components): Json[] {
  const byText = new Map<string, { codes: ErrorCode[]; schema: Json }>();
  for (const code of codes) {
    const shape = shapesOf(endpoint, code);
    const schema = shape === null ? {} : components.of(z.looseObject(shape), "output");
    const key = JSON.stringify(schema);
    byText.set(key, { codes: [...(byText.get(key)?.codes ?? []), code], schema });
  }
  return [...byText.values()].map(({ codes: same, schema }) => withCodes(schema, same));
}

const withCodes = (schema: Json, codes: readonly ErrorCode[]): Json => ({
  ...schema,
  type: "object",
  properties: { ...(schema.properties as Json | undefined), error: { type: "string", enum: codes } },
  required: ["error", ...((schema.required as string[] | undefined) ?? [])],
});

const keyOf = (status: number, described: Json): string => `${status} ${JSON.stringify(described)}`;

/** The responses of refusals: each has a name and is written once, and operations refer to it. */
export class ProblemResponses {
  readonly responses: Record<string, Json> = {};
  private readonly components: Components;
  private readonly uses = new Map<string, number>();

  constructor(components: Components, catalog: readonly AnyEndpoint[]) {
    this.components = components;
    for (const { name, codes, response } of Object.values(SHARED_PROBLEMS)) {
      this.responses[name] = response;
      if (codes.length > 0) this.components.add(`${name}Problem`, { allOf: [PROBLEM, withCodes({}, codes)] });
    }
    for (const endpoint of catalog) {
      for (const [status, codes] of problemsOf(endpoint)) {
        const key = keyOf(status, this.described(endpoint, status, codes));
        this.uses.set(key, (this.uses.get(key) ?? 0) + 1);
      }
    }
  }

  of(endpoint: AnyEndpoint, operationName: string): [string, Json][] {
    return [...problemsOf(endpoint)].map(([status, codes]) => [String(status), this.one(endpoint, status, codes, operationName)]);
  }

  private one(endpoint: AnyEndpoint, status: number, codes: readonly ErrorCode[], operationName: string): Json {
    const common = SHARED_PROBLEMS[status];
    if (common && codes.every((code) => common.codes.includes(code) && !endpoint.errors?.[code])) {
      return { $ref: `#/components/responses/${common.name}` };
    }
    const described = this.described(endpoint, status, codes);
    const { schema, ...response } = described;
    const key = keyOf(status, described);
    const isShared = (this.uses.get(key) ?? 0) > 1;
    const name = isShared ? this.sharedName(status, key) : `${pascal(operationName)}${STATUS_NAMES[status] ?? status}`;
    this.components.add(`${name}Problem`, schema as Json);
    this.responses[name] = { ...response, content: { [problemType(status)]: { schema: { $ref: `#/components/schemas/${name}Problem` } } } };
    return { $ref: `#/components/responses/${name}` };
  }

  /** Numbered where several operations share one answer of a status, and several others another. */
  private sharedName(status: number, key: string): string {
    const base = STATUS_NAMES[status] ?? `Status${status}`;
    const at = [...this.uses].filter(([other, count]) => count > 1 && other.startsWith(`${status} `)).findIndex(([other]) => other === key);
    return at === 0 ? base : `${base}${at + 1}`;
  }

  private described(endpoint: AnyEndpoint, status: number, codes: readonly ErrorCode[]): Json {
    const variants = memberVariants(endpoint, codes, this.components);
    const names = ["X-Request-Id", ...(status === 402 ? ["PAYMENT-REQUIRED", "WWW-Authenticate"] : [])];
    return {
      description: codes.map((code) => `\`${code}\`: ${ERRORS[code].title}`).join(". "),
      headers: headers(...names),
      schema: { allOf: [PROBLEM, variants.length === 1 ? (variants[0] as Json) : { anyOf: variants }] },
    };
  }
}
