import { isPast, type Statement } from "@/lib/domain/models/retirements/retirement";
import { markdownTables } from "./markdown-tables";
import { idsOf, onePerModel, statementsOf, tableRows, type TableRow, type Told } from "./read-tables";
import type { RetirementSource } from "./retirement-source";

const PAGE = "https://ai.google.dev/gemini-api/docs/deprecations";

const told: Told = { source: "google", standing: "own", host: "google", page: PAGE };

const ROUTED = /\b([a-z]+-\d[\w.-]*)`?[^|`]{0,80}?(?:routed|redirected|forwarded) to `?([a-z]+-[\w-]+(?:\.[\w-]+)*)/gi;

/** Where calls go after the day: a column of the table says it, or a sentence of the page. */
function routesOf(text: string): Map<string, string> {
  const plain = text.replaceAll(/[*]{2}/g, "");
  return new Map([...plain.matchAll(ROUTED)].map(([, from, to]) => [(from ?? "").toLowerCase(), to ?? ""]));
}

const routeInRow = ({ table }: TableRow, model: string): string | null => {
  const column = table.header.findIndex((name) => /rout|redirect/i.test(name));
  const cells = column < 0 ? undefined : table.rows.find((row) => row.some((cell) => idsOf(cell).includes(model)));
  return cells?.[column] ? (idsOf(cells[column])[0] ?? null) : null;
};

/** Reads a coming day as the earliest possible one, which may move, and a past day as the last. */
function sharpen(statement: Statement, reroutedTo: string | null, today: string): Statement {
  const { retiresOn, replacement, options } = statement;
  const after = reroutedTo === null ? statement.after : "rerouted_to";
  if (retiresOn === null) return { ...statement, after, reroutedTo };
  if (isPast(retiresOn, today)) return { ...statement, state: "retired", precision: "exact", after, reroutedTo };
  const isEnding = replacement !== null || options.length > 0 || reroutedTo !== null;
  return { ...statement, state: isEnding ? "deprecated" : "active", precision: "earliest", after, reroutedTo };
}

export const googlePage: RetirementSource = {
  key: "google",
  name: "Gemini API, deprecations",
  url: `${PAGE}.md.txt`,
  page: PAGE,
  license: "facts from the provider's page",
  read(text, { today }) {
    const routes = routesOf(text);
    const rows = tableRows("Gemini API", markdownTables(text), {
      model: [/^models?(?: id)?$/],
      retires: /^shut ?down date$/,
      announced: /^(?:announced|notice date|deprecation date)$/,
      replacement: /^recommended (?:replacement|upgrade)$/,
    });
    const statements = rows.flatMap((row) =>
      statementsOf(row, told).map((one) => sharpen(one, routeInRow(row, one.model) ?? routes.get(one.model.toLowerCase()) ?? null, today)),
    );
    return onePerModel(statements);
  },
};
