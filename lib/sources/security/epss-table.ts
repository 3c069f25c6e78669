import { cveFolder } from "@/lib/domain/security/cve-facts";
import { SourceError } from "../http/source";
import { readEpssLine } from "./epss-line";

/** A thousand CVE numbers of one year. */
interface EpssBlock {
  folder: string;
  /** Lines of the table, with a line feed before each and one at the end. Bytes cross a thread without decoding. */
  lines: Uint8Array;
}

export interface EpssTable {
  scoreDate: string | null;
  modelVersion: string | null;
  count: number;
  blocks: EpssBlock[];
}

const HEADER = /^cve,epss(?:,percentile)?$/i;
const COMMENT = /^#/;
const encoder = new TextEncoder();

function metadataOf(text: string): Pick<EpssTable, "scoreDate" | "modelVersion"> {
  return {
    scoreDate: /score_date:(\d{4}-\d\d-\d\d)/.exec(text)?.[1] ?? null,
    modelVersion: /model_version:([\w.-]{1,40})/.exec(text)?.[1] ?? null,
  };
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start);
    yield text.slice(start, end < 0 ? text.length : end).trimEnd();
    start = end < 0 ? text.length : end + 1;
  }
}

/** Throws on any unreadable line: a skipped CVE would be reported as absent. */
export function readEpssTable(bytes: Uint8Array): EpssTable {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const blocks = new Map<string, string[]>();
  let [comments, count, line] = ["", 0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    if (row === "" || (count === 0 && HEADER.test(row))) continue;
    if (count === 0 && COMMENT.test(row)) {
      comments += row;
      continue;
    }
    const read = readEpssLine(row);
    if (!read) throw new SourceError("not_expected", `line ${line} is no score: ${row.slice(0, 60)}`);
    const folder = cveFolder(read.cveId);
    const block = blocks.get(folder);
    if (block) block.push(row);
    else blocks.set(folder, [row]);
    count += 1;
  }
  return {
    ...metadataOf(comments),
    count,
    blocks: [...blocks].map(([folder, rows]) => ({ folder, lines: encoder.encode(`\n${rows.join("\n")}\n`) })),
  };
}
