export interface ApiRequest {
  /** Absolute address with the filters that the API has. */
  url: string;
  /** `key=value` of filters that only the page has; snippets name them in a comment. */
  pageOnly?: readonly string[];
  /** True for a call that is made with a token: snippets then carry `$API_TOKEN`, never a real token. */
  needsToken?: boolean;
  /** JSON that is sent by POST; without it the call is a GET. */
  body?: string | null;
}

export type Language = "bash" | "javascript" | "python";

export interface Snippet {
  label: string;
  language: Language;
  text: string;
}

/** A line break in a filter's value would end the comment. */
const oneLine = (text: string): string => text.replace(/\s+/g, " ");

const commentOf = (mark: string, pageOnly: readonly string[]): string =>
  pageOnly.length === 0 ? "" : `${mark} The API has no filter for ${pageOnly.map(oneLine).join(", ")}: filter its answer.\n`;

/** Single quotes keep everything as it is. A quote inside ends the text, is escaped, and begins it again. */
const shellQuoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const CURL_TOKEN = ' -H "Authorization: Bearer $API_TOKEN"';
const JSON_TYPE = '"Content-Type": "application/json"';

function fetchOptions(needsToken: boolean, body: string | null): string {
  const headers = [...(needsToken ? ['Authorization: "Bearer $API_TOKEN"'] : []), ...(body === null ? [] : [JSON_TYPE])];
  if (headers.length === 0) return "";
  const sent = body === null ? "" : `, body: ${JSON.stringify(body)}`;
  return `, { ${body === null ? "" : 'method: "POST", '}headers: { ${headers.join(", ")} }${sent} }`;
}

function pythonOf(url: string, needsToken: boolean, body: string | null): string {
  const headers = [...(needsToken ? [`"Authorization": f"Bearer {os.environ['API_TOKEN']}"`] : []), ...(body === null ? [] : [JSON_TYPE])];
  if (headers.length === 0) return `import json, urllib.request\n\nanswer = json.load(urllib.request.urlopen(${url}))`;
  const data = body === null ? "" : `, data=${JSON.stringify(body)}.encode()`;
  const imports = needsToken ? "json, os, urllib.request" : "json, urllib.request";
  return `import ${imports}\n\nrequest = urllib.request.Request(${url}, headers={${headers.join(", ")}}${data})\nanswer = json.load(urllib.request.urlopen(request))`;
}

export function snippetsOf({ url, pageOnly = [], needsToken = false, body = null }: ApiRequest): Snippet[] {
  const quoted = JSON.stringify(url);
  const curlBody = body === null ? "" : ` -H ${shellQuoted("Content-Type: application/json")} -d ${shellQuoted(body)}`;
  const fetchToken = fetchOptions(needsToken, body);
  const python = pythonOf(quoted, needsToken, body);
  return [
    {
      label: "curl",
      language: "bash",
      text: `${commentOf("#", pageOnly)}curl -s ${shellQuoted(url)}${needsToken ? CURL_TOKEN : ""}${curlBody}`,
    },
    {
      label: "fetch (JavaScript)",
      language: "javascript",
      text: `${commentOf("//", pageOnly)}const response = await fetch(${quoted}${fetchToken});\nconst answer = await response.json();`,
    },
    { label: "Python", language: "python", text: `${commentOf("#", pageOnly)}${python}` },
  ];
}

type Row = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof value === "object" && value !== null && !Array.isArray(value);

/** The longest list of objects in an answer, at most one level deep: the rows that the page shows. */
function rowsOf(answer: unknown): Row[] {
  if (!isRow(answer)) return [];
  const members = Object.values(answer);
  const nested = members.flatMap((value) => (isRow(value) ? Object.values(value) : []));
  const lists = [...members, ...nested].filter((value): value is Row[] => Array.isArray(value) && value.length > 0 && value.every(isRow));
  return lists.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? JSON.stringify(value) : String(value);
  return text.replaceAll("\\", "\\\\").replaceAll("|", "\\|").replace(/\s+/g, " ");
}

/** Plain values become columns. Lists and objects would make cells unreadable. */
export function markdownTable(answer: unknown): string {
  const rows = rowsOf(answer);
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const columns = names.filter((name) => rows.every((row) => typeof row[name] !== "object" || row[name] === null));
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  if (columns.length === 0) return "";
  return [line(columns), line(columns.map(() => "---")), ...rows.map((row) => line(columns.map((name) => cellOf(row[name]))))].join("\n");
}
