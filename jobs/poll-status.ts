import { statusPages } from "@/lib/catalogs/status-pages";
import { defineJob } from "./define";
import { POLL_CADENCE, pollPages } from "./poll-status/poll-pages";

export const pollStatus = defineJob({
  name: "poll-status",
  summary: "Reads every provider's status page and records states, transitions and incidents",
  cadence: POLL_CADENCE,
  writes: ["provider_status"],
  timeoutSeconds: 50,
  runsAtStart: true,
  run: (context) => pollPages(statusPages, context),
});
