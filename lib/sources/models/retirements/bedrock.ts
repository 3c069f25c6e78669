import { isPast, type RetirementState, type Statement } from "@/lib/domain/models/retirements/retirement";
import { SourceError } from "@/lib/sources/http/source";
import { markdownRecords, markdownTables, type MarkdownTable } from "./markdown-tables";
import { readDay } from "./read-day";
import { onePerModel } from "./read-tables";
import type { RetirementSource } from "./retirement-source";

const GUIDE = "https://docs.aws.amazon.com/bedrock/latest/userguide";

const ID = /^[a-z0-9]+\.[\w.:-]+$/;

const recordsOf = ({ header, rows }: MarkdownTable): Map<string, string>[] =>
  rows.map((cells) => new Map(header.map((name, index) => [name.toLowerCase(), cells[index]?.text ?? ""])));

const fieldOf = (record: ReadonlyMap<string, string>, name: RegExp): string => [...record].find(([key]) => name.test(key))?.[1] ?? "";

function stateOf(retiresOn: string | null, extendedOn: string | null, today: string): RetirementState {
  if (isPast(retiresOn, today)) return "retired";
  return isPast(extendedOn, today) ? "extended" : "legacy";
}

/** The model ends with its last region, as regions have rows of their own. Of these `onePerModel` keeps the later day. */
function statementOf(record: ReadonlyMap<string, string>, source: string, page: string, today: string): Statement | null {
  const model = fieldOf(record, /^model id$/);
  const retires = readDay(fieldOf(record, /^(?:eol|end-of-life) date$/));
  if (!ID.test(model) || !retires?.day) return null;
  const extendedOn = readDay(fieldOf(record, /extended access/))?.day ?? null;
  return {
    source,
    standing: "own",
    host: "amazon-bedrock",
    page,
    model,
    state: stateOf(retires.day, extendedOn, today),
    announcedOn: readDay(fieldOf(record, /^legacy date$/))?.day ?? null,
    retiresOn: retires.day,
    precision: retires.precision,
    after: null,
    reroutedTo: null,
    replacement: fieldOf(record, /^recommended model id$/) || null,
    options: [],
  };
}

const lifecyclePage = (key: string, file: string, name: string): RetirementSource => ({
  key,
  name,
  url: `${GUIDE}/${file}.md`,
  page: `${GUIDE}/${file}.html`,
  license: "facts from the provider's page",
  read(text, { today }) {
    const records = [...markdownRecords(text, "eol date"), ...markdownTables(text).flatMap(recordsOf)].filter((record) =>
      record.has("model id"),
    );
    const read = records.flatMap((record) => statementOf(record, key, this.page, today) ?? []);
    if (read.length === 0 || records.length > read.length * 2) {
      throw new SourceError("not_expected", `Bedrock: ${read.length} of ${records.length} models with their ends could be read`);
    }
    return onePerModel(read);
  },
});

export const bedrockPages = [
  lifecyclePage("bedrock", "model-lifecycle", "Amazon Bedrock, model lifecycle"),
  lifecyclePage("bedrock-legacy", "model-lifecycle-legacy", "Amazon Bedrock, model lifecycle of older models"),
];
