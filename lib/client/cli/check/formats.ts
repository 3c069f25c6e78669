import { codeMentions, languageOf } from "./code-mentions";
import { envMentions, mentionsOfAssignment } from "./env-mentions";
import { atHost, isName, isOwnAddress, looksLikeId, type Mention } from "./mention";
import { treeEntries, type TreeEntry } from "./tree-entries";

export type FormatName = "litellm" | "continue" | "aider" | "opencode" | "env" | "code" | "yaml" | "json";

/** Tools whose configuration is YAML or JSON: which file is theirs, and which entries name models. */
interface TreeFormat {
  name: FormatName;
  isOurs(path: string, entries: readonly TreeEntry[]): boolean;
  /** What to ask for an entry; null for one that names no model. */
  askedOf(entry: TreeEntry): string | null;
}

const endsWith = ({ path }: TreeEntry, ...keys: string[]): boolean => keys.every((key, index) => path.at(index - keys.length) === key);
const named = (entry: TreeEntry, host: string | null = null): string | null => (isName(entry.text) ? atHost(host, entry.text) : null);

const litellm: TreeFormat = {
  name: "litellm",
  isOurs: (_path, entries) => entries.some(({ path }) => path.includes("litellm_params")),
  askedOf(entry) {
    if (entry.isKey || !(endsWith(entry, "litellm_params", "model") || endsWith(entry, "model_info", "base_model"))) return null;
    const [, host = ""] = /^([^/]+)\//.exec(entry.text) ?? [];
    return isOwnAddress(host === "openai" ? entry.beside.get("api_base") : undefined, host) ? named(entry) : null;
  },
};

const continueDev: TreeFormat = {
  name: "continue",
  isOurs: (path, entries) =>
    /(?:^|\/)\.continue\//.test(path) ||
    entries.some(
      ({ path: keys, beside }) => /^(?:models|tabAutocompleteModel|embeddingsProvider)$/.test(keys[0] ?? "") && beside.has("provider"),
    ),
  askedOf(entry) {
    const host = entry.beside.get("provider");
    if (entry.isKey || !endsWith(entry, "model") || host === undefined) return null;
    return isOwnAddress(entry.beside.get("apiBase"), host) ? named(entry, host) : null;
  },
};

const AIDER_KEY = /^(?:[a-z]+[-_])?model(?:[-_]name)?$/;
const aider: TreeFormat = {
  name: "aider",
  isOurs: (path) => /(?:^|\/)\.aider[\w.-]*\.ya?ml$/.test(path),
  askedOf(entry) {
    if (entry.isKey) return null;
    const key = entry.path.at(-1) ?? "";
    const isList = key === "*" && /^alias$/.test(entry.path.at(-2) ?? "");
    // An alias is `name:model`, whose model alone is asked for; the name is the user's own.
    if (isList) return atHost(null, /^[^:]+:(.+)$/.exec(entry.text)?.[1] ?? "") || null;
    return AIDER_KEY.test(key) || (key === "name" && entry.path[0] === "*") ? named(entry) : null;
  },
};

const openCode: TreeFormat = {
  name: "opencode",
  isOurs: (path) => /(?:^|\/)(?:\.opencode\/)?opencode\.jsonc?$/.test(path),
  askedOf(entry) {
    const [top, host = "", list] = entry.path;
    if (entry.isKey) return top === "provider" && list === "models" && entry.path.length === 3 ? named(entry, host) : null;
    return /^(?:small_)?model$/.test(entry.path.at(-1) ?? "") ? named(entry) : null;
  },
};

const GENERIC_KEY = /(?:^|[_-]|[a-z])(?:m|M)odel(?:[-_]?(?:id|name|Id|Name))?$/;
const GENERIC_VARIABLE = /^[A-Z][A-Z0-9_]*MODEL(?:_NAME|_ID)?$/;
const generic = (name: "yaml" | "json"): TreeFormat => ({
  name,
  isOurs: () => true,
  askedOf(entry) {
    const key = entry.path.findLast((part) => part !== "*") ?? "";
    if (entry.isKey || !(GENERIC_KEY.test(key) || GENERIC_VARIABLE.test(key)) || !looksLikeId(entry.text)) return null;
    return atHost(entry.beside.get("provider") ?? null, entry.text);
  },
});

const YAML_FORMATS = [aider, litellm, continueDev, generic("yaml")];
const JSON_FORMATS = [openCode, continueDev, generic("json")];

const isEnvFile = (path: string): boolean => /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[\w.-]*\.env)$/.test(path);
/** Lists of what is installed name packages, never models. */
const isLockFile = (path: string): boolean =>
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|composer\.lock)$/.test(path);

/** Whether a file may hold names of models, told by its name alone. */
export const isReadable = (path: string): boolean =>
  isEnvFile(path) || languageOf(path) !== null || (/\.(?:ya?ml|jsonc?)$/i.test(path) && !isLockFile(path));

function treeMentions(path: string, source: string, isJson: boolean): FoundMentions {
  const { entries, isWhole } = treeEntries(source, { isJson });
  const format = (isJson ? JSON_FORMATS : YAML_FORMATS).find(({ isOurs }) => isOurs(path, entries)) ?? generic("yaml");
  const mentions = entries.flatMap((entry): Mention[] => {
    const { text, line, column } = entry;
    const asked = format.askedOf(entry);
    if (asked !== null) return [{ name: text, asked, line, column }];
    return entry.isKey || text.length > 300 ? [] : mentionsOfAssignment(text, line, column - 1);
  });
  return { format: format.name, mentions, isWhole };
}

export interface FoundMentions {
  format: FormatName;
  mentions: Mention[];
  /** False where only a part of the file could be read. */
  isWhole: boolean;
}

/** Names of models in a file, by its format. */
export function findMentions(path: string, source: string): FoundMentions {
  if (isEnvFile(path)) return { format: "env", mentions: envMentions(source), isWhole: true };
  const language = languageOf(path);
  if (language) return { format: "code", mentions: codeMentions(source, language), isWhole: true };
  if (!/model/i.test(source)) return { format: "yaml", mentions: [], isWhole: true };
  return treeMentions(path, source, /\.jsonc?$/i.test(path));
}
