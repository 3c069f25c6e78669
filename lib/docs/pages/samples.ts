import type { DocBlock } from "@/lib/domain/pages/docs/doc";
import type { AnyEndpoint } from "@/lib/http/endpoint";
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
  isJson: boolean;
}

function callOf(endpoint: AnyEndpoint, { baseUrl }: Site): Call {
  return {
    method: endpoint.method,
    url: `${baseUrl}${exampleTarget(endpoint)}`,
    needsToken: endpoint.access.kind !== "free",
    body: endpoint.body ? (endpoint.example?.body ?? {}) : undefined,
    isJson: /json/.test(endpoint.produces ?? "json"),
  };
}

const indented = (lines: readonly string[], by: string): string => lines.map((line) => `${by}${line},\n`).join("");

function fetchCall({ method, url, needsToken, body, isJson }: Call): string {
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
  return `${imports}const response = await fetch(${JSON.stringify(url)}${given});\nconst answer = await response.${isJson ? "json" : "text"}();`;
}

/** A value of JSON as Python writes it. */
function pythonOf(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOf).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${pythonOf(inner)}`);
  return `{${members.join(", ")}}`;
}

function pythonCall({ method, url, needsToken, body, isJson }: Call): string {
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
  const imports = [...(isJson || body !== undefined ? ["json"] : []), ...(needsToken ? ["os"] : []), "urllib.request"].join(", ");
  const asked = given.length === 1 ? JSON.stringify(url) : "request";
  const request = given.length === 1 ? "" : `request = urllib.request.Request(\n${indented(given, "    ")})\n`;
  const read = isJson ? `json.load(urllib.request.urlopen(${asked}))` : `urllib.request.urlopen(${asked}).read().decode()`;
  return `import ${imports}\n\n${request}answer = ${read}`;
}

/** The example call of an endpoint in the three ways in which most people make one; by curl with each body that it shows. */
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
