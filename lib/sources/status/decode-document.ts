import { decodeText } from "../decode-text";
import { SourceError } from "../http/source";
import type { StatusDocument } from "./status-source";

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
