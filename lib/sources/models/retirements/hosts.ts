import { isPast, type RetirementState } from "@/lib/domain/models/retirements/retirement";
import { markdownTables } from "./markdown-tables";
import { onePerModel, statementsOf, tableRows, type Columns, type TableRow, type Told } from "./read-tables";
import type { ReadingContext, RetirementSource } from "./retirement-source";

interface HostPage {
  host: string;
  name: string;
  url: string;
  page: string;
  columns: Columns;
  stateOf?(row: TableRow, context: ReadingContext): RetirementState | null;
}

/** A host whose tables differ from others only in the names of their columns. */
function hostPage({ host, name, url, page, columns, stateOf }: HostPage): RetirementSource {
  const told: Told = { source: host, standing: "own", host, page };
  return {
    key: host,
    name,
    url,
    page,
    license: "facts from the provider's page",
    read(text, context) {
      const rows = tableRows(name, markdownTables(text), columns);
      return onePerModel(rows.flatMap((row) => statementsOf(row, told, stateOf?.(row, context) ?? null)));
    },
  };
}

const ANTHROPIC_STATES: Readonly<Record<string, RetirementState>> = {
  active: "active",
  legacy: "legacy",
  deprecated: "deprecated",
  retired: "retired",
};

const anthropic = hostPage({
  host: "anthropic",
  name: "Anthropic, model deprecations",
  url: "https://platform.claude.com/docs/en/about-claude/model-deprecations.md",
  page: "https://platform.claude.com/docs/en/about-claude/model-deprecations",
  columns: {
    model: [/^(?:api model name|deprecated model|model)$/],
    retires: /^(?:tentative )?retirement date$/,
    announced: /^deprecat(?:ed|ion date)$/,
    replacement: /^(?:recommended replacement|replaced by)$/,
    state: /^(?:current state|status)$/,
  },
  stateOf: ({ state }) => ANTHROPIC_STATES[state] ?? null,
});

/** Groq writes its days as 08/16/26. */
const groq = hostPage({
  host: "groq",
  name: "Groq, model deprecation",
  url: "https://console.groq.com/docs/deprecations.md",
  page: "https://console.groq.com/docs/deprecations",
  columns: { model: [/^(?:deprecated )?model(?: id)?$/], retires: /^shut ?down date$/, replacement: /^recommended replacement/ },
});

const mistral = hostPage({
  host: "mistral",
  name: "Mistral, model lifecycle",
  url: "https://docs.mistral.ai/inference/model-lifecycle.md",
  page: "https://docs.mistral.ai/inference/model-lifecycle",
  columns: {
    model: [/^(?:api (?:names?|endpoints?|identifiers?)|model ids?|identifiers?)$/, /^models?$/],
    retires: /^retire(?:ment|s|d)?(?: date| on)?$/,
    announced: /^deprecat(?:ion|ed)(?: date| on)?$/,
    replacement: /^(?:alternatives?|replacements?|(?:recommended|suggested) (?:alternatives?|replacements?))$/,
  },
  stateOf: ({ retires, announcedOn }, { today }) => {
    if (retires.day !== null) return isPast(retires.day, today) ? "retired" : "deprecated";
    return announcedOn === null ? "active" : "deprecated";
  },
});

export const hostPages: readonly RetirementSource[] = [anthropic, groq, mistral];
