import { createReadStream, readFileSync, realpathSync } from "node:fs";
import { stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { SourceError } from "./source";
import { lowerCaseHeaders, type Transport, type WireRequest } from "./transport";

const ReplayEntry = z.object({
  url: z.url({ protocol: /^https?$/ }),
  /** Path inside the folder; absent for an answer without a body. */
  file: z.string().min(1).nullish(),
  status: z.number().int().min(100).max(599).default(200),
  headers: z.record(z.string(), z.string()).default({}),
  delay_ms: z.number().min(0).nullish(),
});

type ReplayEntry = z.output<typeof ReplayEntry>;

const keyOf = (url: string): string => {
  const parsed = new URL(url);
  parsed.hash = "";
  return parsed.href;
};

function isInside(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== "" && path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

const replayError = (folder: string, problem: string): Error => new Error(`${join(folder, "replay.json")}: ${problem}`);

function readEntries(folder: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, "replay.json"), "utf8"));
  } catch (error) {
    throw replayError(folder, error instanceof Error ? error.message : String(error));
  }
}

/** Throws an Error that says what is wrong with replay.json. The first entry of a URL wins. */
function loadReplay(folder: string): ReadonlyMap<string, ReplayEntry> {
  const raw = readEntries(folder);
  if (!Array.isArray(raw)) throw replayError(folder, "is not a list of {url, file, status?, headers?, delay_ms?}");
  const entries = new Map<string, ReplayEntry>();
  raw.forEach((value: unknown, position) => {
    const { success, data, error } = ReplayEntry.safeParse(value);
    if (!success) {
      throw replayError(
        folder,
        `entry ${position + 1}: ${error.issues[0]?.path.join(".") || "entry"}: ${error.issues[0]?.message ?? "not valid"}`,
      );
    }
    if (data.file && !isInside(folder, join(folder, data.file))) {
      throw replayError(folder, `entry ${position + 1}: file: ${data.file} is outside the folder`);
    }
    const key = keyOf(data.url);
    if (!entries.has(key)) entries.set(key, data);
  });
  return entries;
}

function hasNotChanged(entry: ReplayEntry, request: WireRequest, headers: ReadonlyMap<string, string>): boolean {
  if (entry.status !== 200 || request.method !== "GET") return false;
  const ifNoneMatch = request.headers["if-none-match"];
  if (ifNoneMatch !== undefined) return headers.get("etag") === ifNoneMatch;
  const ifModifiedSince = request.headers["if-modified-since"];
  return ifModifiedSince !== undefined && headers.get("last-modified") === ifModifiedSince;
}

async function openFile(folder: string, file: string): Promise<Readable> {
  try {
    const path = realpathSync(join(folder, file));
    if (!isInside(realpathSync(folder), path)) throw new Error("outside the folder");
    if (!(await stat(path)).isFile()) throw new Error("not a file");
    return createReadStream(path);
  } catch (error) {
    throw new SourceError("network", `replay cannot read ${file}`, { cause: error });
  }
}

export function replayTransport(folder: string): Transport {
  const entries = loadReplay(folder);
  return async (request) => {
    const entry = entries.get(keyOf(request.url.href));
    if (!entry) throw new SourceError("network", `${request.url.host} cannot be reached (not in the replay)`);
    if (entry.delay_ms) await delay(entry.delay_ms, undefined, { signal: request.signal });
    request.signal.throwIfAborted();
    const headers = lowerCaseHeaders(entry.headers);
    const declaredMs = entry.delay_ms ?? null;
    if (hasNotChanged(entry, request, headers)) return { status: 304, headers, body: Readable.from([]), declaredMs };
    const body = entry.file ? await openFile(folder, entry.file) : Readable.from([]);
    return { status: entry.status, headers, body, declaredMs };
  };
}
