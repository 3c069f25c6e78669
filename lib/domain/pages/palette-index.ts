export interface PaletteEntry {
  label: string;
  kind: string;
  href: string;
  /** Further words by which it is found. */
  words: string;
}

/**
 * What the palette finds, as small as it travels: most of it are names and ids of models, which are texts of one list per maker,
 * and addresses that the browser puts together.
 */
export interface PaletteIndex {
  pages: readonly PaletteEntry[];
  /** Address of a model's page, with `{provider}` and `{id}` in place of its own. */
  modelHref: string;
  makerHref: string;
  /** Id and name of the maker; of each model the name, a tab, and the id where it is not the name in lower case with hyphens. */
  makers: readonly (readonly [id: string, name: string, models: readonly string[]])[];
}

const idOfName = (name: string): string => name.toLowerCase().replaceAll(" ", "-");

export const packModel = ({ id, name }: { id: string; name: string }): string => (idOfName(name) === id ? name : `${name}\t${id}`);

/** Slashes of an id are part of the path. */
const inPath = (text: string): string => text.split("/").map(encodeURIComponent).join("/");

const fill = (template: string, provider: string, id: string): string => {
  const escape = template.includes("?") ? encodeURIComponent : inPath;
  return template.replace("{provider}", () => escape(provider)).replace("{id}", () => escape(id));
};

export function paletteEntries({ pages, makers, makerHref, modelHref }: PaletteIndex): PaletteEntry[] {
  return [
    ...pages,
    ...makers.map(([id, name]) => ({ label: name, kind: "Maker", href: fill(makerHref, id, ""), words: id })),
    ...makers.flatMap(([maker, makerName, models]) =>
      models.map((packed) => {
        const [label = "", id = idOfName(label)] = packed.split("\t");
        return { label, kind: makerName, href: fill(modelHref, maker, id), words: id };
      }),
    ),
  ];
}
