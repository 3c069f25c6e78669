import type { DocField } from "@/lib/domain/pages/docs/doc";
import { ERRORS, type ErrorCode } from "@/lib/errors";

/** A code with its status, what it means, and what to do. */
export function errorField(name: ErrorCode): DocField {
  const { status, title, hint } = ERRORS[name];
  return { name, notes: String(status), text: `${title}. ${hint}` };
}
