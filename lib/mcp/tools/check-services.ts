import { statusCheck } from "@/lib/endpoints/status/check";
import { defineTool, of, typesOf } from "../tool";

export const checkServices = defineTool({
  name: "check_services",
  title: "Is it me or them?",
  description: "One verdict on what you call: status page against our probe. Give services or models.",
  isShort: true,
  takes: {
    services: of(statusCheck, "services", "Ids or names"),
    models: of(statusCheck, "models", "Instead of services"),
  },
  row: typesOf(statusCheck, ["items"], ["name", "provider", "status", "since"]),
  async answer({ services, models }, ask) {
    const { verdict, likely, items, models: meant } = await ask.call(statusCheck, { query: { services, models } });
    const rows = items.map(({ page, probe, incident, ...item }) => ({
      ...item,
      page_says: page?.status ?? null,
      probe_says: probe?.says ?? null,
      incident: incident?.title ?? null,
    }));
    return {
      summary: verdict,
      details: { likely, ...(meant ? { models: meant } : {}) },
      rows,
      columns: ["name", "provider", "status", "since", "page_says", "probe_says", "disagree", "incident"],
      foreign: ["incident", "openEvents"],
    };
  },
});
