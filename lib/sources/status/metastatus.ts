import { z } from "zod";
import { worstState } from "@/lib/domain/status/service-state";
import { SourceError } from "../http/source";
import { isRecord, label, listOf, text } from "./fields";
import { stateOfWord } from "./state-words";
import { readingOf, type StatusSource } from "./status-source";

const Organisation = z.object({ name: text, services: listOf(z.object({ name: z.string(), status: label })) });

const looksLikeOrganisation = (entry: unknown): boolean => isRecord(entry) && Array.isArray(entry.services);

/** Meta's status list: products with services, each with a sentence as its state. */
export const metastatus: StatusSource = {
  name: "metastatus",
  recognises: ({ json }) => Array.isArray(json) && json.some(looksLikeOrganisation),
  read({ json }, rules) {
    if (!Array.isArray(json) || !json.some(looksLikeOrganisation)) throw new SourceError("not_expected", "not Meta's list of products");
    const all = listOf(Organisation)
      .parse(json)
      .flatMap((organisation) =>
        organisation.services.map((service) => ({
          name: service.name,
          group: organisation.name,
          status: stateOfWord(service.status),
          rawStatus: service.status,
        })),
      );
    const umbrella = worstState(all.map((component) => component.status));
    return readingOf({ all, umbrella, rawStatus: null, incidents: [], reportedAt: null }, rules);
  },
};
