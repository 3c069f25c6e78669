import { cveFolder } from "@/lib/domain/security/cve-facts";
import { SourceError } from "../http/source";
import { readEpssLine } from "./epss-line";

/** A thousand CVE numbers of one year. */
interface EpssBlock {
  folder: string;
  /** Lines of the table, each after a line feed and the last before one; bytes cross a thread without being read. */
  lines: Uint8Array;
}

export interface EpssTable {
  /** The day the scores are of; null where the file does not say. */
  scoreDate: string | null;
  modelVersion: string | null;
  count: number;
  blocks: EpssBlock[];
}

const HEADER = /^cve,epss(?:,percentile)?$/i;
const REMARK = /^#/;
const encoder = new TextEncoder();

function remarks(text: string): Pick<EpssTable, "scoreDate" | "modelVersion"> {
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

/** The whole table or nothing: a line that cannot be read could be that of the CVE asked for, which would then seem absent. */
export function readEpssTable(bytes: Uint8Array): EpssTable {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  const blocks = new Map<string, string[]>();
  let [remark, count, line] = ["", 0, 0];
  for (const row of linesOf(text)) {
    line += 1;
    if (row === "" || (count === 0 && HEADER.test(row))) continue;
    if (count === 0 && REMARK.test(row)) {
      remark += row;
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
    ...remarks(remark),
    count,
    blocks: [...blocks].map(([folder, rows]) => ({ folder, lines: encoder.encode(`\n${rows.join("\n")}\n`) })),
  };
}
