import { looksLikeId, type Mention } from "./mention";

/** Variables that name a model, such as `OPENAI_MODEL` and `MODEL_ID`, and not `MODEL_PATH`. */
const MODEL_VARIABLE = /(?:^|_)MODELS?(?:_(?:NAME|ID|NAMES|IDS))?$/i;
const ASSIGNMENT = /^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^#\n]*?))\s*(?:#.*)?$/;

/** Names of models in an assignment; several where a list stands there. */
export function mentionsOfAssignment(text: string, line: number, offset = 0): Mention[] {
  const [, variable = "", double, single, bare] = ASSIGNMENT.exec(text) ?? [];
  const value = double ?? single ?? bare;
  if (value === undefined || !MODEL_VARIABLE.test(variable)) return [];
  const start = text.indexOf(value, text.indexOf("=") + 1);
  let from = 0;
  return value.split(",").flatMap((part) => {
    const name = part.trim();
    const column = offset + start + value.indexOf(name, from) + 1;
    from += part.length + 1;
    return looksLikeId(name) ? [{ name, asked: name, line, column }] : [];
  });
}

export const envMentions = (source: string): Mention[] =>
  source.split(/\r?\n/).flatMap((text, index) => (text.length > 2_000 ? [] : mentionsOfAssignment(text, index + 1)));
