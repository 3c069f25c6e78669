import type { DocBlock } from "@/lib/domain/pages/docs/doc";
import type { AnyEndpoint } from "@/lib/http/endpoint";
import { JSON_TYPE } from "@/lib/http/envelope";
import { Binary } from "@/lib/schemas/binary";
import { exampleBodies } from "../body-fields";
import { curlLine } from "../curl";
import { exampleTarget } from "../parameters";
import type { Site } from "../site";

interface Call {
  method: string;
  url: string;
  needsToken: boolean;
  /** Undefined where none is sent. */
  body: unknown;
  reads: "json" | "text" | "bytes";
}

/** The type that answers the example call. The extension of a file decides where there are several types. */
function readsOf({ response, typesByExtension, produces = JSON_TYPE, example }: AnyEndpoint): Call["reads"] {
  if (response === Binary) return "bytes";
  const extension =
    Object.values(example?.params ?? {})
      .at(-1)
      ?.split(".")
      .at(-1) ?? "";
  return /json/.test(typesByExtension?.[extension] ?? produces) ? "json" : "text";
}

const FETCHED = {
  json: "await response.json()",
  text: "await response.text()",
  bytes: "new Uint8Array(await response.arrayBuffer())",
} as const;

function callOf(endpoint: AnyEndpoint, { baseUrl }: Site): Call {
  return {
    method: endpoint.method,
    url: `${baseUrl}${exampleTarget(endpoint)}`,
    needsToken: endpoint.access.kind !== "free",
    body: endpoint.body ? (endpoint.example?.body ?? {}) : undefined,
    reads: readsOf(endpoint),
  };
}

const indented = (lines: readonly string[], by: string): string => lines.map((line) => `${by}${line},\n`).join("");

function fetchCall({ method, url, needsToken, body, reads }: Call): string {
  const headers = [
    ...(needsToken ? ["Authorization: `Bearer ${env.TOKEN}`"] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const options = [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(", ")} }`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${JSON.stringify(body)})`]),
  ];
  const given = options.length === 0 ? "" : `, {\n${indented(options, "  ")}}`;
  const imports = needsToken ? 'import { env } from "node:process";\n\n' : "";
  return `${imports}const response = await fetch(${JSON.stringify(url)}${given});\nconst answer = ${FETCHED[reads]};`;
}

function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${pythonOf(inner)}`);
  return `{${members.join(", ")}}`;
}

function pythonCall({ method, url, needsToken, body, reads }: Call): string {
  const headers = [
    ...(needsToken ? [`"Authorization": f"Bearer {os.environ['TOKEN']}"`] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json"']),
  ];
  const given = [
    JSON.stringify(url),
    ...(method === "GET" ? [] : [`method="${method}"`]),
    ...(headers.length === 0 ? [] : [`headers={${headers.join(", ")}}`]),
    ...(body === undefined ? [] : [`data=json.dumps(${pythonOf(body)}).encode()`]),
  ];
  const imports = [...(reads === "json" || body !== undefined ? ["json"] : []), ...(needsToken ? ["os"] : []), "urllib.request"].join(", ");
  const asked = given.length === 1 ? JSON.stringify(url) : "request";
  const request = given.length === 1 ? "" : `request = urllib.request.Request(\n${indented(given, "    ")})\n`;
  const response = `urllib.request.urlopen(${asked})`;
  const read = { json: `json.load(${response})`, text: `${response}.read().decode()`, bytes: `${response}.read()` };
  return `import ${imports}\n\n${request}answer = ${read[reads]}`;
}

/** An endpoint's example call in three common forms. In curl it is shown with each of its bodies. */
export function sampleBlocks(endpoint: AnyEndpoint, site: Site): DocBlock[] {
  const bodies = exampleBodies(endpoint);
  const lines =
    bodies.length < 2
      ? [curlLine(endpoint, site)]
      : bodies.flatMap(({ name, body }) => [`# ${name}`, curlLine(endpoint, site, undefined, body)]);
  const call = callOf(endpoint, site);
  return [
    { kind: "code", label: "curl", language: "bash", text: lines.join("\n") },
    { kind: "code", label: "JavaScript, with fetch", language: "javascript", text: fetchCall(call) },
    { kind: "code", label: "Python", language: "python", text: pythonCall(call) },
  ];
}
