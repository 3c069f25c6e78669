/** Next gives a repeated key as an array; pages use its first value. */
export type SearchParams = Record<string, string | string[] | undefined>;

export function textOf(params: SearchParams, key: string, maxLength = 100): string {
  const value = params[key];
  return (Array.isArray(value) ? (value[0] ?? "") : (value ?? "")).trim().slice(0, maxLength);
}

/** One of the allowed values or the fallback; `ignored` is the parameter that was not accepted. */
export function choiceOf<Choice extends string>(
  params: SearchParams,
  key: string,
  allowed: readonly Choice[],
  fallback: Choice,
): { value: Choice; ignored: string | null } {
  const text = textOf(params, key);
  if (text === "") return { value: fallback, ignored: null };
  const value = allowed.find((choice) => choice === text);
  return value === undefined ? { value: fallback, ignored: `${key}=${text}` } : { value, ignored: null };
}

export function positiveNumberOf(params: SearchParams, key: string): { value: number | null; ignored: string | null } {
  const text = textOf(params, key);
  if (text === "") return { value: null, ignored: null };
  const value = Number(text);
  const isUsable = /^\d+(\.\d+)?$/.test(text) && Number.isFinite(value);
  return isUsable ? { value, ignored: null } : { value: null, ignored: `${key}=${text}` };
}
