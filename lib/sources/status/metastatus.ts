import { z } from "zod";
import { worstState } from "@/lib/domain/status/service-state";
import { isRecord, label, listOf, text } from "./fields";
import { jsonSource, pageComponent, readingOf, requireEvidence } from "./status-source";

const Organisation = z.object({ name: text, services: listOf(z.object({ name: z.string(), status: label })) });

/** Meta's status list: products with services, each with a sentence as its state. */
export const metastatus = jsonSource({
  what: "Meta's list of products",
  schema: listOf(Organisation),
  looksLike: (json) => Array.isArray(json) && json.some((entry) => isRecord(entry) && Array.isArray(entry.services)),
  read(organisations, rules) {
    const all = organisations.flatMap(({ name: group, services }) =>
      services.map(({ name, status }) => pageComponent(name, group, status)),
    );
    requireEvidence(all.length > 0);
    const umbrella = worstState(all.map((component) => component.status));
    return readingOf({ all, umbrella, rawStatus: null, incidents: [], reportedAt: null }, rules);
  },
});
