import { createHash } from "node:crypto";
import { z } from "zod";
import { defineEndpoint, freeDocument } from "@/lib/http/endpoint";
import { callingLines, cheapWays, freeCalls, payingLines } from "../llms-introduction";
import { SUMMARY, siteOf, type Site } from "../site";

const NAME = "ai-ecosystem-data";
const FOLDER = "/.well-known/agent-skills";
const SKILL_PATH = `${FOLDER}/${NAME}/SKILL.md`;
const INDEX_SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

const DESCRIPTION =
  "Answers questions about AI models and providers from current data with sources: prices, context windows, what a model's name means, whether a provider is down, what changed, which models end, benchmarks and news. Use when a task needs a figure of today and not of training.";

const DOCUMENT = { method: "GET", tag: "Documents", access: freeDocument(), reads: [], maxAgeSeconds: 3600 } as const;

/** Words of llms.txt without its list of operations, which links lead to. */
const skillText = (site: Site): string =>
  [
    "---",
    `name: ${NAME}`,
    `description: ${JSON.stringify(DESCRIPTION)}`,
    "---",
    "",
    `# ${site.name}`,
    "",
    SUMMARY,
    "",
    ...cheapWays(site),
    "",
    ...freeCalls(site),
    "",
    "Say in your answer what the source of a figure is and how old it is; where the service says null, say that nobody knows.",
    "",
    ...payingLines(site),
    "",
    ...callingLines(site),
    "",
  ].join("\n");

export const agentSkill = defineEndpoint({
  ...DOCUMENT,
  path: SKILL_PATH,
  summary: "Skill for agents that need data of the AI ecosystem: when to use this service and how (SKILL.md)",
  produces: "text/markdown",
  response: z.string(),
}).handle((context) => skillText(siteOf(context)));

export const agentSkills = defineEndpoint({
  ...DOCUMENT,
  path: `${FOLDER}/index.json`,
  summary: "Index of the skills for agents, with the digest of each, as JSON",
  isEnveloped: false,
  response: z.strictObject({
    $schema: z.literal(INDEX_SCHEMA),
    skills: z.array(
      z.strictObject({
        name: z.string().max(64),
        type: z.literal("skill-md"),
        description: z.string().max(1024),
        url: z.url(),
        digest: z.string().describe("sha256: and the hash of the file's bytes in hex"),
      }),
    ),
  }),
}).handle((context) => {
  const digest = createHash("sha256")
    .update(skillText(siteOf(context)))
    .digest("hex");
  return {
    $schema: INDEX_SCHEMA as typeof INDEX_SCHEMA,
    skills: [
      {
        name: NAME,
        type: "skill-md" as const,
        description: DESCRIPTION,
        url: `${context.baseUrl}${SKILL_PATH}`,
        digest: `sha256:${digest}`,
      },
    ],
  };
});
