import { LONGEST_FORM_BYTES } from "@/lib/config/page-policy.mjs";
import { ApiError } from "@/lib/errors";
import { malformedBody } from "../call/malformed";

/**
 * Next decodes what is sent to a page before our actions see it, and answers 500 where it fails. Only
 * what React writes for our own forms and calls is let through: text, plain JSON, and one form as an
 * argument.
 */

const ACTION_ID = /^[\da-f]{42}$/;
/** React marks by a dollar what JSON lacks: text that begins with one, undefined, and the form. */
const WRITTEN_BY_REACT = /^\$(?:\$|undefined$|K[\da-f]{1,4}$)/;
const MAX_DEPTH = 20;
const MAX_ARGUMENTS = 20;
const MAX_FIELDS = 200;

function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value === "string") return !value.startsWith("$") || WRITTEN_BY_REACT.test(value);
  if (typeof value !== "object" || value === null) return true;
  return depth < MAX_DEPTH && Object.entries(value).every(([name, part]) => name !== "__proto__" && isPlain(part, depth + 1));
}

function jsonOf(text: unknown): unknown {
  try {
    return typeof text === "string" ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function areArguments(text: unknown): boolean {
  const value = jsonOf(text);
  return Array.isArray(value) && value.length <= MAX_ARGUMENTS && isPlain(value);
}

/** A form sent without scripts names its action in a field. Beside it stands what the action was bound to. */
function isBound(form: FormData, prefix: string): boolean {
  const action = jsonOf(form.get(`${prefix}:0`));
  if (typeof action !== "object" || action === null || !("id" in action) || !ACTION_ID.test(String(action.id))) return false;
  const bound = "bound" in action ? action.bound : null;
  return bound === null || (bound === "$@1" && areArguments(form.get(`${prefix}:1`)));
}

function isSentForm(form: FormData): boolean {
  const names = [...form.keys()];
  const hasAction = names.some((name) => /^\$ACTION_(?:REF|ID)_/.test(name));
  return (
    hasAction &&
    names.every((name) => {
      const [, reference] = /^\$ACTION_REF_(.*)$/s.exec(name) ?? [];
      if (reference !== undefined) return /^\d{1,4}$/.test(reference) && isBound(form, `$ACTION_${reference}`);
      const [, id] = /^\$ACTION_ID_(.*)$/s.exec(name) ?? [];
      return id === undefined || ACTION_ID.test(id);
    })
  );
}

/** React names the fields of a form by the number of that argument, as in `_1_token`. */
const isSentCall = (form: FormData): boolean =>
  form.getAll("0").length === 1 && areArguments(form.get("0")) && [...form.keys()].every((name) => /^(?:0$|_[\da-f]{1,4}_)/.test(name));

/** Our forms have no files. */
const isText = (form: FormData): boolean =>
  [...form.values()].length <= MAX_FIELDS && [...form.values()].every((value) => typeof value === "string");

/** Whether parts have the one header that browsers give a field. Next reads none whose own type it does not know. */
function arePlainParts(contentType: string, body: Uint8Array): boolean {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const parts = Buffer.from(body)
    .toString("latin1")
    .split(`--${quoted ?? bare}`);
  return parts.slice(1, -1).every((part) => /^\r\ncontent-disposition:[^\r\n]*\r\n\r\n/i.test(part));
}

async function isAccepted(headers: Headers, body: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const contentType = headers.get("content-type") ?? "";
  const action = headers.get("next-action");
  if (action !== null && !ACTION_ID.test(action)) return false;
  if (!contentType.startsWith("multipart/form-data")) return areArguments(new TextDecoder().decode(body));
  if (!arePlainParts(contentType, body)) return false;
  const form = await new Response(body, { headers: { "content-type": contentType } }).formData().catch(() => null);
  return form !== null && isText(form) && (action === null ? isSentForm(form) : isSentCall(form));
}

/** Null when the body is longer. */
async function readBody({ headers, body }: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(headers.get("content-length") ?? 0) > LONGEST_FORM_BYTES) return null;
  const parts: Uint8Array[] = [];
  let length = 0;
  // Ending a clone's reading early would wait for the reader of the original.
  for await (const part of body?.values({ preventCancel: true }) ?? []) {
    length += part.byteLength;
    if (length > LONGEST_FORM_BYTES) return null;
    parts.push(part);
  }
  return Uint8Array.from(Buffer.concat(parts));
}

/** Why a form or call that was sent to a page is refused; null when it is not. */
export async function actionFault(request: Request): Promise<ApiError | null> {
  const body = await readBody(request.clone());
  if (body === null) return new ApiError("payload_too_large");
  const malformed = malformedBody(Buffer.from(body).toString("latin1"));
  if (malformed) return malformed;
  return (await isAccepted(request.headers, body)) ? null : new ApiError("malformed_request", "The form cannot be read.");
}
