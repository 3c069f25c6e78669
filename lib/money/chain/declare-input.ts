import { fillBrackets } from "@/lib/domain/pages/fill-path";

interface Taken {
  properties: Record<string, Record<string, unknown>>;
  required: readonly string[];
  /** The values of a call that is answered. */
  example: Record<string, unknown>;
}

/** What a paid operation takes. */
export interface PaidInput {
  method: string;
  /** Its path with names in brackets. */
  path: string;
  query: Taken;
  params: Taken | null;
  body: Taken | null;
}

const schemaOf = ({ properties, required }: Taken) => ({ properties, ...(required.length > 0 ? { required } : {}) });

const declared = new WeakMap<PaidInput, Promise<Record<string, unknown>>>();

async function declare({ method, path, query, params, body }: PaidInput): Promise<Record<string, unknown>> {
  const { bazaarResourceServerExtension, declareDiscoveryExtension } = await import("@x402/extensions/bazaar");
  const inPath = params ? { pathParams: params.example, pathParamsSchema: schemaOf(params) } : {};
  const { bazaar } = declareDiscoveryExtension(
    body
      ? { bodyType: "json", input: body.example, inputSchema: { type: "object", ...schemaOf(body) }, ...inPath }
      : { input: query.example, inputSchema: schemaOf(query), ...inPath },
  );
  const address = fillBrackets(path, (name) => String(params?.example[name] ?? ""));
  const context = { method, adapter: { getPath: () => address }, routePattern: path };
  return { bazaar: bazaarResourceServerExtension.enrichDeclaration?.(bazaar, context) ?? bazaar };
}

/** The extension by which indexers of x402 learn what an operation takes; made once for each. */
export function declareInput(input: PaidInput): Promise<Record<string, unknown>> {
  const made = declared.get(input) ?? declare(input);
  declared.set(input, made);
  return made;
}
