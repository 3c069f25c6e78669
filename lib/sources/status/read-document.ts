import type { StatusFormat } from "@/lib/catalogs/status-pages";
import type { ComponentRules } from "@/lib/domain/status/core-components";
import { decodeText } from "../decode-text";
import { faultOf, SourceError, type SourceFault } from "../http/source";
import { aws } from "./aws";
import { betterStack } from "./better-stack";
import { announcedFeed } from "./embedded-data";
import { azureFeed, statusFeed } from "./feed";
import { flashduty } from "./flashduty";
import { googleCloud } from "./google-cloud";
import { incidentIo } from "./incident-io";
import { instatus } from "./instatus";
import { metastatus } from "./metastatus";
import { onlineOrNot } from "./onlineornot";
import { page } from "./page";
import { statuspage } from "./statuspage";
import type { StatusDocument, StatusReading, StatusSource } from "./status-source";

const SOURCES: Readonly<Record<StatusFormat, StatusSource>> = {
  statuspage,
  "incident-io": incidentIo,
  instatus,
  "better-stack": betterStack,
  "google-cloud": googleCloud,
  aws,
  "azure-feed": azureFeed,
  feed: statusFeed,
  onlineornot: onlineOrNot,
  metastatus,
  rootly: statuspage,
  flashduty,
  page,
};

const ANY: readonly StatusSource[] = [
  statuspage,
  incidentIo,
  instatus,
  betterStack,
  onlineOrNot,
  flashduty,
  googleCloud,
  aws,
  metastatus,
  statusFeed,
  page,
];

/** The catalog's format is only the first guess. Pages switch to another status product without notice. */
export function readDocument(document: StatusDocument, format: StatusFormat, rules: ComponentRules): StatusReading {
  const expected = SOURCES[format];
  if (expected.recognises(document)) return expected.read(document, rules);
  const recognised = ANY.find((source) => source.recognises(document));
  if (recognised === page) return readMoved(document, rules);
  if (recognised) return recognised.read(document, rules);
  if (document.json === undefined && /^\s*[[{]/.test(document.text)) throw new SourceError("parse", "JSON that cannot be read");
  return expected.read(document, rules);
}

/** Reads the data in a page for people that took a document's place. Without any, the source has moved. */
function readMoved(document: StatusDocument, rules: ComponentRules): StatusReading {
  try {
    return page.read(document, rules);
  } catch (error) {
    if (faultOf(error).fault !== "not_expected") throw error;
    throw new SourceError("source_moved", "a page for people, where a document for programs was", { cause: error });
  }
}

export function decodeDocument(received: Uint8Array, contentType: string | null): StatusDocument {
  const { text } = decodeText(received, contentType);
  if (text.trim() === "") throw new SourceError("not_expected", "an empty body");
  return { text, json: jsonOf(text) };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

export interface StatusBytes {
  bytes: Uint8Array;
  contentType: string | null;
  format: StatusFormat;
  rules: ComponentRules;
  pageUrl: string;
}

export type StatusBytesReading = { reading: StatusReading } | { fault: SourceFault; message: string; announcedFeed: string | null };

export function readStatusBytes({ bytes, contentType, format, rules, pageUrl }: StatusBytes): StatusBytesReading {
  let text = "";
  try {
    const document = decodeDocument(bytes, contentType);
    ({ text } = document);
    return { reading: readDocument(document, format, rules) };
  } catch (error) {
    return { ...faultOf(error), announcedFeed: format === "page" ? announcedFeed(text, pageUrl) : null };
  }
}
