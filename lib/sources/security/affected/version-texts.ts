import { readVersionText, type VersionText } from "@/lib/domain/security/range-text/read-version-text";
import { sanitizeReport } from "@/lib/domain/news/sanitize/sanitize";
import { cleanName } from "../clean-values";

const COMMIT = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

export const isCommit = (value: unknown): boolean => typeof value === "string" && COMMIT.test(value.trim());

/** Lists of ranges in one text are longer than a name may be. */
export const cleanVersionText = (value: unknown): string => sanitizeReport(value).replaceAll("\n", " ");

/** How the text is shown when it cannot be read. */
export const shownText = (texts: readonly (string | null)[]): string => cleanName(texts.filter((text) => text !== null).join(" ")) ?? "";

export const readText = (value: unknown, names: readonly string[], hasRevisions: boolean): VersionText =>
  readVersionText(cleanVersionText(value), names, hasRevisions);
