import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { z } from "zod";
import type { ImportedToken } from "@/lib/money/tokens/token-commands";
import { isImportable, tokenRow } from "@/lib/money/base/access-token";
import { CommandError } from "@/lib/config/command-error";
import { DAY_MS } from "@/lib/domain/basics/time";

const FORMAT =
  'Each entry has `token`, `balance` and, if known, `created`: {"token":"…","balance":49,"created":"2026-05-01T10:00:00Z"} a line, or CSV with that header.';

const Entry = z.object({
  token: z.string().refine(isImportable, "must be 16 to 200 visible ASCII characters"),
  balance: z
    .union([
      z.number(),
      z
        .string()
        .regex(/^\d{1,9}$/, "must be a whole number")
        .transform(Number),
    ])
    .pipe(z.int("must be a whole number").min(0, "must not be negative").max(1_000_000_000, "is too large")),
  created: z
    .string()
    .transform((text) => (text.trim() === "" ? null : new Date(text)))
    .pipe(
      z
        .date("must be a time")
        .max(new Date(Date.now() + DAY_MS), "must not lie in the future")
        .nullable(),
    )
    .nullish(),
});

interface RawEntry {
  line: number;
  value: unknown;
}

function linesOf(text: string): RawEntry[] {
  return text.split(/\r?\n/).flatMap((line, index): RawEntry[] => {
    if (line.trim() === "") return [];
    try {
      return [{ line: index + 1, value: JSON.parse(line) as unknown }];
    } catch {
      throw new CommandError(`Line ${index + 1} is not JSON. ${FORMAT}`);
    }
  });
}

function rowsOf(text: string): RawEntry[] {
  try {
    const rows = parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true, info: true }) as unknown as {
      record: unknown;
      info: { lines: number };
    }[];
    return rows.map(({ record, info }) => ({ line: info.lines, value: record }));
  } catch (error) {
    throw new CommandError(`The file is not CSV: ${(error as { code?: string }).code ?? "it cannot be parsed"}. ${FORMAT}`);
  }
}

/** Hashes the token here, so that it is sent nowhere and appears in no message. */
function toImported({ line, value }: RawEntry): ImportedToken {
  const result = Entry.safeParse(value);
  if (!result.success) {
    const issue = result.error.issues[0];
    throw new CommandError(`Line ${line}: ${issue?.path.join(".") || "the entry"} ${issue?.message ?? "is not valid"}. ${FORMAT}`);
  }
  const { token, balance, created } = result.data;
  const { hash, head, tail } = tokenRow(token, "imported", "imported");
  return { stored: { hash, head, tail }, balance, created: created?.toISOString() ?? null };
}

function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`--file ${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? "unknown fault"}.`);
  }
}

/** Checks the whole file before anything is imported. */
export function readTokensFile(file: string): ImportedToken[] {
  const text = readText(file);
  const entries = text.trimStart().startsWith("{") ? linesOf(text) : rowsOf(text);
  if (entries.length === 0) throw new CommandError(`--file ${file} has no entries. ${FORMAT}`);
  const balances = new Map<string, number>();
  return entries.flatMap((entry): ImportedToken[] => {
    const token = toImported(entry);
    const before = balances.get(token.stored.hash);
    if (before !== undefined && before !== token.balance) {
      throw new CommandError(`Line ${entry.line}: this token is in the file twice, with different balances.`);
    }
    balances.set(token.stored.hash, token.balance);
    return before === undefined ? [token] : [];
  });
}
