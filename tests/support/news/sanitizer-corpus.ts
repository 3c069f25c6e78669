import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { z } from "zod";
import { clipWords } from "@/lib/domain/news/snippet";
import { SNIPPET_LIMIT } from "@/lib/domain/news/sanitize/limits";
import { decodeText } from "@/lib/sources/decode-text";
import { SourceError } from "@/lib/sources/http/source";
import { parseFeed } from "@/lib/sources/news/parse-feed";
import { plainText } from "@/lib/sources/news/plain-text";
import { sharedFolder } from "../shared";

/** Half of which rules may be made with, or half that measures them. Texts found elsewhere belong to neither. */
const MadeFor = z.enum(["train", "held_out"]);

const Attack = z.strictObject({ family: z.string(), made_for: MadeFor, title: z.string(), text: z.string(), span: z.string().min(1) });
const Benign = z.strictObject({
  kind: z.string(),
  made_for: MadeFor,
  title: z.string().min(1),
  text: z.string(),
  ambiguous: z.boolean().optional(),
});

export type Attack = Omit<z.infer<typeof Attack>, "made_for"> & { made_for: z.infer<typeof MadeFor> | "public" };
export type Benign = Omit<z.infer<typeof Benign>, "made_for"> & { made_for: z.infer<typeof MadeFor> | "recorded" | "recorded_train" };

const ownFolder = join(import.meta.dirname, "../../fixtures/sanitizer");
/** Divides texts in the same way in every run. */
const firstByteOf = (text: string): number => createHash("sha256").update(text).digest()[0] ?? 0;

const own = (name: string): unknown => JSON.parse(readFileSync(join(ownFolder, name), "utf8"));
const beside = (...path: string[]): string => join(sharedFolder, ...path);
const parsed = <Value>(...path: string[]): Value => JSON.parse(readFileSync(beside(...path), "utf8")) as Value;

export const ownAttacks = (): Attack[] => z.object({ items: z.array(Attack) }).parse(own("attacks.json")).items;
export const ownBenign = (): Benign[] => z.object({ items: z.array(Benign) }).parse(own("benign.json")).items;

/** A text by an author who never saw what measures the classifier. */
interface Lesson {
  /** The family of an attack; null for an ordinary text. */
  family: string | null;
  /** The kind of an ordinary text; its family for an attack. */
  kind: string;
  text: string;
  made_for: z.infer<typeof MadeFor>;
}

/** A fifth of the lessons is kept to measure what the others taught. */
const isKept = (text: string): boolean => firstByteOf(text) % 5 === 0;

/** Short orders as they stand behind a disguise are as direct as those that stand in the open. */
const familyOf = (kind: string): string => (kind === "bare" ? "direct" : kind);

export const lessons = (): Lesson[] =>
  (["attacks", "ordinary"] as const).flatMap((part) =>
    readdirSync(join(ownFolder, "lessons", part)).flatMap((file) => {
      const kind = file.replace(/\.json$/, "");
      const { texts } = z.object({ texts: z.array(z.string()) }).parse(own(`lessons/${part}/${file}`));
      const family = part === "attacks" ? familyOf(kind) : null;
      return texts.map((text): Lesson => ({ family, kind, text, made_for: isKept(text) ? "held_out" : "train" }));
    }),
  );

/** Strings of public attack sets, each whole: their families are those of the sets, not ours. */
export function publicAttacks(): Attack[] {
  if (!existsSync(beside("gold/injections.json"))) return [];
  const { items } = parsed<{ items: { text: string; kind: string }[] }>("gold/injections.json");
  const texts = new Map(items.map(({ text, kind }) => [text.slice(0, SNIPPET_LIMIT), kind.split(":", 1)[0] ?? kind]));
  return [...texts].map(([text, family]) => ({ family, made_for: "public", title: "", text, span: text }));
}

const recorded = (kind: string, title: unknown, text: unknown, made_for: Benign["made_for"] = "recorded"): Benign => ({
  kind,
  made_for,
  title: typeof title === "string" ? title : "",
  text: typeof text === "string" ? text : "",
});

/** Kinds whose words the sanitizer never judges. */
export const IS_REGISTRY = /^(?:registry|cve|CVE records|OSV advisories|KEV entries)$/;

/** Length of body that ingestion reads. */
const BODY_LENGTH = 500;

/** Half of the recorded feeds teach the classifier. All entries of one are in the same half, since they share phrases. */
const isForTraining = (file: string): boolean => firstByteOf(basename(file)) % 2 === 0;

function entriesOf(file: string): Benign[] {
  const made_for = isForTraining(file) ? "recorded_train" : "recorded";
  try {
    return parseFeed(decodeText(readFileSync(file), null).text).map(({ title, body }) =>
      recorded("recorded feeds", plainText(title), clipWords(plainText(body), BODY_LENGTH), made_for),
    );
  } catch (error) {
    // A few recordings are no feeds, which other tests look at.
    if (error instanceof SourceError) return [];
    throw error;
  }
}

const filesOf = (...path: string[]): string[] =>
  (readdirSync(beside(...path), { recursive: true }) as string[])
    .map((file) => beside(...path, file))
    .filter((file) => statSync(file).isFile());

interface CveRecord {
  containers?: { cna?: { title?: string; descriptions?: { value: string }[]; rejectedReasons?: { value: string }[] } };
}

function vulnerabilities(): Benign[] {
  const records = ["cvelistv5", "vulnrichment"].flatMap((folder) => filesOf("recordings", folder));
  const cves = records.map((file) => {
    const { cna } = (JSON.parse(readFileSync(file, "utf8")) as CveRecord).containers ?? {};
    return recorded("CVE records", cna?.title, [...(cna?.descriptions ?? []), ...(cna?.rejectedReasons ?? [])][0]?.value);
  });
  const advisories = filesOf("recordings/osv").map((file) => {
    const { summary, details } = JSON.parse(readFileSync(file, "utf8")) as { summary?: string; details?: string };
    return recorded("OSV advisories", summary, details);
  });
  const { vulnerabilities: exploited } = parsed<{ vulnerabilities: { vulnerabilityName: string; shortDescription: string }[] }>(
    "recordings/kev/known_exploited_vulnerabilities.json",
  );
  return [...cves, ...advisories, ...exploited.map((entry) => recorded("KEV entries", entry.vulnerabilityName, entry.shortDescription))];
}

function headlines(): Benign[] {
  return ["ai_news_clusters", "uci_news_clusters"].flatMap((set) =>
    parsed<{ articles: { title: string; snippet: string }[] }>(`gold/${set}.json`).articles.map(({ title, snippet }) =>
      recorded(set, title, snippet),
    ),
  );
}

/** Texts that others really published, each once. Without the recordings beside the project there are none. */
export function recordedBenign(): Benign[] {
  if (!existsSync(beside("recordings/feeds")) || !existsSync(beside("gold"))) return [];
  const all = [...filesOf("recordings/feeds").flatMap(entriesOf), ...headlines(), ...vulnerabilities()];
  return [
    ...new Map(all.filter(({ title, text }) => title + text !== "").map((item) => [`${item.title}\n${item.text}`, item])).values(),
  ].map((item) => ({ ...item, title: item.title.slice(0, 290), text: clipWords(item.text, SNIPPET_LIMIT - 20) }));
}
