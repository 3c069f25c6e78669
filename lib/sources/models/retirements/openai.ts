import { z } from "zod";
import { isPast, type Statement } from "@/lib/domain/models/retirements/retirement";
import { parseJsonText } from "@/lib/sources/parse-json";
import { isPlainId, requireReadable } from "../prices/pricing-source";
import { markdownTables } from "./markdown-tables";
import { readDay } from "./read-day";
import { onePerModel, statementsOf, tableRows, type Told } from "./read-tables";
import type { RetirementSource } from "./retirement-source";

const PAGE = "https://developers.openai.com/api/docs/deprecations";

const told: Told = { source: "openai", standing: "own", host: "openai", page: PAGE };

/**
 * OpenAI's page of deprecations has a table under each announcement. Since autumn 2026 it also has a
 * table of all that is upcoming.
 */
export const openaiPage: RetirementSource = {
  key: "openai",
  name: "OpenAI, deprecations",
  url: `${PAGE}.md`,
  page: PAGE,
  license: "facts from the provider's page",
  read(text) {
    const rows = tableRows("OpenAI", markdownTables(text), {
      model: [/^(?:affected |deprecated )?models?(?: \/ system| snapshot)?$/],
      retires: /^shut ?down date$/,
      announced: /^notice date$/,
      replacement: /^recommended replacement$/,
    });
    return onePerModel(rows.flatMap((row) => statementsOf(row, told)));
  },
};

const Model = z.object({ id: z.string(), shutdown_date: z.string().nullish() });

/** Its list of models, which says a day for each that ends. */
export const openaiList: RetirementSource = {
  key: "openai-models",
  name: "OpenAI, list of models",
  url: "https://api.openai.com/v1/models",
  page: PAGE,
  license: "facts from the provider's API",
  secret: "OPENAI_API_KEY",
  read(text, { today }) {
    const { data } = parseJsonText(text, z.object({ data: z.array(z.unknown()) }));
    const read = data.flatMap((entry) => Model.safeParse(entry).data ?? []).filter(({ id }) => isPlainId(id));
    requireReadable("OpenAI", read.length, data.length - read.length);
    return read.flatMap(({ id: model, shutdown_date: said }): Statement[] => {
      const retiresOn = readDay(said ?? "")?.day ?? null;
      if (retiresOn === null) return [];
      const state = isPast(retiresOn, today) ? "retired" : "deprecated";
      const open = { announcedOn: null, after: null, reroutedTo: null, replacement: null, options: [] };
      return [{ ...told, source: "openai-models", model, state, retiresOn, precision: "exact", ...open }];
    });
  },
};
