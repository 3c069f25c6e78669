import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import type { FormRefusal, FormState } from "@/lib/domain/pages/form-state";
import { ApiError } from "@/lib/errors";
import { asApiError } from "@/lib/http/call/as-api-error";
import type { Visit } from "@/lib/http/session/visit";
import { requireOwnOrigin } from "@/lib/http/session/require-origin";
import { newRequestId } from "@/lib/http/call/respond";
import { visitOf } from "./visit";

function refusalOf(error: ApiError, requestId: string): FormRefusal {
  const { code, status, message, details, headers } = error;
  const seconds = Number(headers["Retry-After"] ?? Number.NaN);
  return {
    kind: "refused",
    code,
    status,
    message,
    field: typeof details.parameter === "string" ? details.parameter : null,
    details,
    retryAfterSeconds: Number.isFinite(seconds) ? seconds : null,
    requestId,
  };
}

/** Runs a server action for a form of this site, and turns what it throws into what the form shows. */
export async function act<Result>(name: string, work: (visit: Visit) => Promise<Result>): Promise<FormState<Result>> {
  try {
    const visit = await visitOf();
    requireOwnOrigin(visit.headers);
    return { kind: "done", result: await work(visit) };
  } catch (thrown) {
    unstable_rethrow(thrown);
    const requestId = newRequestId();
    return refusalOf(asApiError(thrown, name, requestId), requestId);
  }
}

/** What a script or form sent, checked by the schema. The refusal names the part that is not accepted. */
export function accepted<Schema extends z.ZodType>(schema: Schema, given: unknown, name = ""): z.output<Schema> {
  const read = schema.safeParse(given);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const parameter = String(issue?.path[0] ?? name);
  throw new ApiError("invalid_parameter", issue?.message ?? `${parameter} is not accepted.`, { parameter });
}

/** What a handcrafted call brings in the place of a form has no fields. */
export const formOf = (given: unknown): FormData => (given instanceof FormData ? given : new FormData());

/** The fields of a form that the schema has; a field that is not accepted is named. */
export function fieldsOf<Fields extends z.ZodObject>(schema: Fields, given: unknown): z.output<Fields> {
  const form = formOf(given);
  const texts = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" ? [[name, value]] : [];
    }),
  );
  return accepted(schema, texts);
}

/** Made when a form was rendered, so that sending it twice does its work once. */
export const IdempotencyKey = z.string().regex(/^[0-9a-f]{32}$/, "The form has no key. Load the page again.");
