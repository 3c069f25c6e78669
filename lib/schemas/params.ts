import { z } from "zod";

/**
 * Accepts decimal notation, with an exponent as many languages print large and small numbers. Spaces,
 * hex and a plus are refused; addresses read a plus as a space.
 */
export function integerParam(min: number, max: number) {
  return z
    .string()
    .regex(/^-?\d{1,15}(e\+?\d{1,2})?$/i)
    .transform(Number)
    .pipe(z.number().int().min(min).max(max));
}

export function numberParam(bounds: { min?: number; max?: number } = {}) {
  let number = z.number();
  if (bounds.min !== undefined) number = number.min(bounds.min);
  if (bounds.max !== undefined) number = number.max(bounds.max);
  return z
    .string()
    .regex(/^-?(\d{1,15}(\.\d{0,15})?|\.\d{1,15})(e[+-]?\d{1,3})?$/i)
    .transform(Number)
    .pipe(number);
}

export function booleanParam() {
  return z
    .string()
    .toLowerCase()
    .pipe(z.enum(["true", "false", "1", "0"]))
    .transform((value) => value === "true" || value === "1")
    .pipe(z.boolean());
}

function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const ms = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}

export function dateParam() {
  return z
    .string()
    .refine(isCalendarDate, "must be a real day as YYYY-MM-DD")
    .meta({ format: "date", accepts: "a real calendar day, YYYY-MM-DD, UTC" });
}

const MOMENTS = { first: Date.UTC(1970, 0), end: Date.UTC(9999, 11) };

function isMoment(text: string): boolean {
  const time = isCalendarDate(text) || z.iso.datetime({ offset: true }).safeParse(text).success ? Date.parse(text) : Number.NaN;
  return time >= MOMENTS.first && time < MOMENTS.end;
}

/** A moment with its zone, or a day, whose first moment in UTC is meant. */
export function momentParam() {
  return z
    .string()
    .refine(isMoment, "must be a moment in ISO 8601 with its zone, or a day as YYYY-MM-DD")
    .meta({ accepts: "a moment in ISO 8601 with its zone, as 2026-08-20T12:00:00Z, or a calendar day, YYYY-MM-DD" });
}

function withoutRepeats(parts: readonly string[]): string[] {
  const seen = new Set<string>();
  return parts.filter((part) => !seen.has(part.toLowerCase()) && seen.add(part.toLowerCase()));
}

/** Takes a comma-separated list, or its key several times. */
export function listParam({ min = 1, max }: { min?: number; max: number }) {
  return z
    .string()
    .transform((text) =>
      withoutRepeats(
        text
          .split(",")
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      ),
    )
    .pipe(z.array(z.string().max(200)).min(min).max(max));
}

export function textParam(maxLength = 200) {
  return z.string().trim().min(1).max(maxLength);
}

export interface KnownNames {
  /** In words, for the refusal of any other name. */
  accepts: string;
  isKnown(text: string): boolean;
  /** Members of the refusal of an unknown name: what it perhaps meant. */
  likeOf(text: string): { candidates: string[]; [member: string]: readonly string[] };
}

/** A name of something known. Any other is refused with what it perhaps meant: an empty answer would say that nothing happened there. */
export function nameParam(names: KnownNames) {
  return textParam(100)
    .superRefine((text, context) => {
      if (!names.isKnown(text)) context.addIssue({ code: "custom", message: "names nothing known", params: names.likeOf(text) });
    })
    .meta({ accepts: names.accepts });
}

export function nameListParam(names: KnownNames, { max }: { max: number }) {
  return listParam({ max })
    .superRefine((texts, context) => {
      const unknown = texts.filter((text) => !names.isKnown(text));
      const [first] = unknown;
      if (first === undefined) return;
      const candidates = [...new Set(unknown.flatMap((text) => names.likeOf(text).candidates))];
      context.addIssue({ code: "custom", message: "names nothing known", params: { ...names.likeOf(first), candidates, unknown } });
    })
    .meta({ accepts: `1 to ${max} names, each ${names.accepts}` });
}

/** What an unknown name is refused with, besides what every refused parameter has. */
export const UNKNOWN_NAME = {
  invalid_parameter: z.object({
    candidates: z.array(z.string()).optional().describe("For an unknown `provider`: ids of providers with a similar name, best first"),
    unknown: z.array(z.string()).optional().describe("Names of a list that are not known"),
    available_providers: z.array(z.string()).optional().describe("For an unknown `provider`: all ids that are accepted"),
  }),
};
