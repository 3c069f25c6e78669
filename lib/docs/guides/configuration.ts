import { KEYS } from "@/lib/config/keys";
import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { defineGuide } from "./guide";
import { keyFields, probeKeyFields, type KeyName } from "./key-fields";

/** The first key of each section. Keys stand in the order of their declaration, so that a new key has a place at once. */
const SECTIONS: readonly (readonly [first: KeyName, title: string])[] = [
  ["PORT", "The service"],
  ["DATABASE_URL", "Database and limits"],
  ["SOURCES_REPLAY_DIR", "What this process does"],
  ["METRICS_TOKEN", "Metrics, log and alerts"],
  ["GITHUB_TOKEN", "Sources"],
  ["OPERATOR_LEGAL_ENTITY", "Operator"],
  ["PAYMENT_ADDRESS", "Selling"],
  ["WATCH_SECRET_KEY", "Watches"],
];

const names = Object.keys(KEYS) as KeyName[];

const keySections: readonly DocSection[] = SECTIONS.map(([first, title], position) => {
  const [next] = SECTIONS[position + 1] ?? [];
  return { title, blocks: [keyFields(...names.slice(names.indexOf(first), next && names.indexOf(next)))] };
});

const howToSet: DocSection = {
  title: "How to set a key",
  blocks: [
    text(
      "The service reads its keys at the start, from the environment or from a file `.env` in the folder of the project. All can be left out.",
    ),
    list(
      "A value that is not well-formed stops the start with one line, which names the key, what it is for and an example.",
      "A variable that is nearly the name of a key is named at the start, because the service would ignore it.",
      "The values of keys marked **secret** are replaced by `[secret]` in every output.",
      "A server that is running keeps the values of its start. The command below names those that have changed since.",
    ),
    code("Is every key well-formed, and as the server has it?", "bash", "npm run doctor"),
  ],
};

const probes: DocSection = { title: "Probes", blocks: [probeKeyFields()] };

export const configuration = defineGuide({
  id: "configuration",
  title: "Configuration",
  about: "Look up what every key of the environment sets, and what holds without it.",
  sections: () => [howToSet, ...keySections, probes],
});
