import type { StatusFormat } from "@/lib/catalogs/status-pages";
import type { ComponentRules } from "@/lib/domain/status/core-components";
import { SourceError, type SourceFault } from "../http/source";
import { decodeDocument } from "./decode-document";
import { announcedFeed } from "./embedded-data";
import { readDocument } from "./read-document";
import type { StatusReading } from "./status-source";

export interface BytesToRead {
  bytes: Uint8Array;
  contentType: string | null;
  format: StatusFormat;
  rules: ComponentRules;
  pageUrl: string;
}

/** Plain data, so that it may cross a thread. */
export type BytesRead = { reading: StatusReading } | { fault: SourceFault; message: string; announcedFeed: string | null };

/** Bytes to a reading, or to the reason why there is none; never throws. */
export function readBytes({ bytes, contentType, format, rules, pageUrl }: BytesToRead): BytesRead {
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
