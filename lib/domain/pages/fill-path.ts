const SEGMENT = /\[(\.\.\.)?(\w+)\]/g;

/**
 * Fills each bracket of a path with its value, or `{name}` without one. A slash stays a slash only
 * where the path has dots.
 */
export function fillBrackets(path: string, valueOf: (name: string) => string | undefined): string {
  return path.replace(SEGMENT, (_, rest: string | undefined, name: string) => {
    const value = valueOf(name);
    if (value === undefined) return `{${name}}`;
    return rest === undefined ? encodeURIComponent(value) : value.split("/").map(encodeURIComponent).join("/");
  });
}

/** `/models/[provider]/[...id]` with its values. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return fillBrackets(path, (name) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The address of ${path} needs a value for ${name}.`);
    return value;
  });
}
