import { providers } from "@/lib/catalogs/providers";
import { retirements } from "@/lib/endpoints/models/retirements";
import { definePage } from "./define";
import { choiceParameter, flagParameter, textParameter } from "./parameters";

export const retirementsPage = definePage({
  path: "/models/retirements",
  title: "Retirements",
  description: "Which models end in the next twelve months, at which host, and what their hosts name instead; each with its source.",
  label: "Retirements",
  group: "Models and GPUs",
  audience: "public",
  endpoints: [{ endpoint: retirements, takes: { provider: "provider", host: "host", models: "models" } }],
  parameters: {
    provider: choiceParameter(providers.map(({ id }) => id)),
    host: choiceParameter(providers.map(({ id }) => id)),
    /** Ids or names, divided by commas. */
    models: textParameter(4000),
    /** Whether what has ended is listed, too. */
    past: flagParameter(),
  },
});
