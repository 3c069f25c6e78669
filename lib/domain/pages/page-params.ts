/** Next gives a repeated key as an array; the first one counts on pages. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function textOf(params: SearchParams, key: string, maxLength = 100): string {
  const value = params[key];
  return (Array.isArray(value) ? (value[0] ?? "") : (value ?? "")).trim().slice(0, maxLength);
}

/** One of the allowed values, or the default; `ignored` names what was given instead. */
export function choiceOf<Choice extends string>(
  params: SearchParams,
  key: string,
  allowed: readonly Choice[],
  fallback: Choice,
): { value: Choice; ignored: string | null } {
  const given = textOf(params, key);
  if (given === "") return { value: fallback, ignored: null };
  const value = allowed.find((choice) => choice === given);
  return value === undefined ? { value: fallback, ignored: `${key}=${given}` } : { value, ignored: null };
}

export function positiveNumberOf(params: SearchParams, key: string): { value: number | null; ignored: string | null } {
  const given = textOf(params, key);
  if (given === "") return { value: null, ignored: null };
  const value = Number(given);
  const isUsable = /^\d+(\.\d+)?$/.test(given) && Number.isFinite(value);
  return isUsable ? { value, ignored: null } : { value: null, ignored: `${key}=${given}` };
}
