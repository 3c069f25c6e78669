import type { StatusFormat } from "@/lib/catalogs/status-pages";
import type { ComponentRules } from "@/lib/domain/status/core-components";
import { SourceError, type SourceFault } from "../http/source";
import { announcedFeed } from "./embedded-data";
import { decodeDocument, readDocument } from "./read-document";
import type { StatusReading } from "./status-source";

export interface StatusBytes {
  bytes: Uint8Array;
  contentType: string | null;
  format: StatusFormat;
  rules: ComponentRules;
  pageUrl: string;
}

/** Errors lose their class between threads, so a fault is returned as plain data. */
export type StatusBytesReading = { reading: StatusReading } | { fault: SourceFault; message: string; announcedFeed: string | null };

export function readStatusBytes({ bytes, contentType, format, rules, pageUrl }: StatusBytes): StatusBytesReading {
  let text = "";
  try {
    const document = decodeDocument(bytes, contentType);
    ({ text } = document);
    return { reading: readDocument(document, format, rules) };
  } catch (error) {
    const fault = error instanceof SourceError ? error.fault : "parse";
    return {
      fault,
      message: error instanceof Error ? error.message : String(error),
      announcedFeed: format === "page" ? announcedFeed(text, pageUrl) : null,
    };
  }
}
