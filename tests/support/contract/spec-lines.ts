const DATE = /^\d{4}-\d\d-\d\d$/;

const isMoment = (value: unknown): boolean =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) && !Number.isNaN(Date.parse(value));

const IS: Record<string, (value: unknown) => boolean> = {
  any: (value) => value !== undefined,
  string: (value) => typeof value === "string",
  boolean: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number" && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  date: (value) => typeof value === "string" && DATE.test(value),
  "date-time": isMoment,
  object: (value) => typeof value === "object" && value !== null,
  null: (value) => value === null,
};

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null && !Array.isArray(value);

/** Every value at a path, or a message about what is missing. The notation is explained in tests/contract/spec-fields.ts. */
function valuesAt(value: unknown, steps: readonly string[], at = ""): unknown[] | string {
  const [step, ...rest] = steps;
  if (step === undefined) return [value];
  if (!isObject(value)) return `${at || "the answer"} is no object`;
  const [, name = "", list] = /^([^[]+)(\[\]\??)?$/.exec(step) ?? [];
  const isAny = name === "*" || name === "*?";
  if (!isAny && !Object.hasOwn(value, name)) return `${at}.${name} is missing`;
  const own = isAny ? Object.values(value).filter((entry) => name === "*" || entry !== null) : [value[name]];
  const entries = list ? own.flatMap((entry): unknown[] => (Array.isArray(entry) ? entry : [undefined])) : own;
  if (entries.length === 0) return step.endsWith("?") ? [] : `${at}.${step} is empty`;
  const found: unknown[] = [];
  for (const entry of entries) {
    const below = valuesAt(entry, rest, `${at}.${step}`);
    if (typeof below === "string") return below;
    found.push(...below);
  }
  return found;
}

/** Checks one `path type` line; null when the answer fits. */
export function faultOfLine(answer: unknown, line: string): string | null {
  const [path = "", types = ""] = line.split(" ");
  const values = valuesAt(answer, path.split("."));
  if (typeof values === "string") return values;
  const allowed = types.split("|");
  const wrong = values.filter((value) => !allowed.some((type) => IS[type]?.(value)));
  return wrong.length > 0 ? `${path} is ${JSON.stringify(wrong[0])}, not ${types}` : null;
}

export const faultsOf = (answer: unknown, lines: readonly string[]): string[] =>
  ["ok boolean", ...lines].map((line) => faultOfLine(answer, line)).filter((fault) => fault !== null);
