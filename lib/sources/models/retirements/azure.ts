import type { RetirementState } from "@/lib/domain/models/retirements/retirement";
import { markdownTables } from "./markdown-tables";
import { onePerModel, statementsOf, tableRows, type TableRow, type Told } from "./read-tables";
import type { RetirementSource } from "./retirement-source";

const told: Told = {
  source: "azure",
  standing: "own",
  host: "azure",
  page: "https://learn.microsoft.com/en-us/azure/ai-foundry/concepts/model-lifecycle-retirement",
};

const STATES: Readonly<Record<string, RetirementState>> = {
  ga: "active",
  preview: "active",
  "generally available": "active",
  legacy: "legacy",
  deprecated: "deprecated",
  retired: "retired",
};

const isDated = ({ version }: TableRow): boolean => /^\d{4}-\d{2}-\d{2}$/.test(version);

/** A dated version is part of the id, as price lists write it; a number counts revisions of one id. */
const withVersion = (row: TableRow): TableRow => (isDated(row) ? { ...row, ids: row.ids.map((id) => `${id}-${row.version}`) } : row);

const NEVER = "9999-12-31";

/** The id without a version ends with its last version, and not while any of them has no end. */
function undatedRows(rows: readonly TableRow[]): TableRow[] {
  const last = new Map<string, TableRow>();
  for (const row of rows.filter(isDated)) {
    for (const id of row.ids) {
      const other = last.get(id);
      if (!other || (other.retires.day ?? NEVER) < (row.retires.day ?? NEVER)) last.set(id, { ...row, ids: [id] });
    }
  }
  return [...last.values()];
}

export const azurePage: RetirementSource = {
  key: "azure",
  name: "Microsoft Foundry, retirement schedule of models",
  url: "https://raw.githubusercontent.com/MicrosoftDocs/azure-ai-docs/main/articles/foundry/openai/includes/concepts-model-retirement-schedule-content.md",
  page: told.page,
  license: "CC-BY-4.0",
  read(text) {
    const rows = tableRows("Azure", markdownTables(text), {
      model: [/^model(?: name)?$/],
      retires: /^retirement date(?: \(utc\))?$/,
      version: /^version$/,
      state: /^lifecycle(?: status| stage)?$/,
      replacement: /replacement/,
    });
    const all = [...rows.map(withVersion), ...undatedRows(rows)];
    return onePerModel(all.flatMap((row) => statementsOf(row, told, STATES[row.state] ?? null)));
  },
};
