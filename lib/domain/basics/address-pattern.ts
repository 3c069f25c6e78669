const SEGMENT = /\[(\.\.\.)?(\w+)\]/g;

const isRest = (path: string, name: string): boolean => path.includes(`[...${name}]`);

/** Matches addresses of a path in Next's bracket form, without query. Each bracket is a named group. */
export function addressPattern(path: string): RegExp {
  const pattern = path
    .split(SEGMENT)
    .map((part, index) => {
      if (index % 3 === 0) return (part as string | undefined)?.replace(/[.*+?^${}()|\\]/g, "\\$&") ?? "";
      return index % 3 === 1 ? "" : `(?<${part}>${isRest(path, part) ? "[^?]+" : "[^/?]+"})`;
    })
    .join("");
  return new RegExp(`^${pattern}$`);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Next hands the parts of a path over as they stand in the address, and a part with dots as a list. */
export function pathValuesOf(params: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.map(decoded).join("/") : decoded(value)]],
    ),
  );
}
