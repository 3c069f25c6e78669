const SEGMENT = /\[(\.\.\.)?(\w+)\]/g;

/** `/models/[provider]/[...id]` with its values; a slash stays a slash only where the path has dots. */
export function fillPath(path: string, values: Readonly<Record<string, string>>): string {
  return path.replace(SEGMENT, (_, rest: string | undefined, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`The address of ${path} needs a value for ${name}.`);
    return rest === undefined ? encodeURIComponent(value) : value.split("/").map(encodeURIComponent).join("/");
  });
}
