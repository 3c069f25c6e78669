import { ApiError } from "@/lib/errors";
import type { SentResponse } from "../answer";
import { plainPage } from "./plain-page";

const CONTROL = /\p{Cc}/u;
/** Control characters that no text needs. Bodies have lines and tabs, also as escapes of JSON. */
const CONTROL_IN_BODY = /(?![\t\n\r\u0080-\u009f])\p{Cc}|(?<!\\)(?:\\\\)*\\u00(?:0[0-8bcef]|1[0-9a-f]|7f)/iu;

function decoded(text: string): string | null {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Next resolves dot segments to another path, perhaps into /api or out of it, and would answer that. */
const hasDotSegments = (path: string): boolean => path.split(/[/\\]/).some((segment) => segment === "." || segment === "..");

const fault = (message: string): ApiError => new ApiError("malformed_request", message);

function faultOf(part: string, text: string): ApiError | null {
  const plain = decoded(text);
  if (plain === null) return fault(`The ${part} of the request cannot be decoded.`);
  return CONTROL.test(plain) ? fault(`The ${part} of the request has control characters.`) : null;
}

/** The fault of an unreadable address or cookie, on every way in; null when there is none. */
export function malformation(target: string, cookie: string | null | undefined): ApiError | null {
  const [, path = "", query = ""] = /^([^?#]*)\??([^#]*)/.exec(target) ?? [];
  const found = faultOf("URL", path) ?? faultOf("query", query) ?? (cookie ? faultOf("cookie", cookie) : null);
  if (found) return found;
  return hasDotSegments(decoded(path) ?? path) ? fault("The path of the request has dot segments.") : null;
}

/** Refuses control characters in a text body. */
export const malformedBody = (body: string): ApiError | null =>
  CONTROL_IN_BODY.test(body) ? fault("The body of the request has control characters.") : null;

export const refusalPage = ({ status, message, headers }: ApiError): SentResponse =>
  plainPage({ status, title: "This request is refused", paragraphs: [message], headers });
