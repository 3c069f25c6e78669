import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { changes } from "@/lib/endpoints/changes";
import { models } from "@/lib/endpoints/models";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { retirements } from "@/lib/endpoints/models/retirements";
import { news } from "@/lib/endpoints/news";
import { status } from "@/lib/endpoints/status";
import { llms } from "../catalog";
import { apiCatalog } from "../discovery/api-catalog";
import { agentSkill } from "../discovery/agent-skill";
import { serverCard, serverJson, slugOf } from "../discovery/mcp-server";
import { MCP_PAID_PATH, MCP_PATH, MCP_PROTOCOL_VERSIONS } from "../mcp-addresses";
import type { Site } from "../site";
import { defineGuide } from "./guide";
import { to } from "./references";

const json = (value: unknown): string => JSON.stringify(value, null, 2);

const twoAddresses = ({ baseUrl }: Site): DocSection => ({
  title: "Two addresses",
  blocks: [
    list(
      `\`${baseUrl}${MCP_PATH}\` is free, reads only, and asks for no key and no account. Begin with it.`,
      `\`${baseUrl}${MCP_PAID_PATH}\` has the same tools and those that cost credits. It takes the token as the bearer of the HTTP request, or an x402 payment with the call; see [Paying](/docs/guides/paying).`,
    ),
    text(
      `Both speak streamable HTTP without a session, in the revisions ${MCP_PROTOCOL_VERSIONS.join(", ")}. ${to(serverCard)} says so to a client before it connects.`,
    ),
  ],
});

/** Commands and files as each client has them. They are text, since no shell of a test has these programs. */
function clientLines({ baseUrl, name: siteName }: Site): DocSection {
  const name = slugOf(siteName);
  const url = `${baseUrl}${MCP_PATH}`;
  return {
    title: "A line to paste",
    blocks: [
      code("Claude Code", "text", `claude mcp add --transport http ${name} ${url}`),
      code("Cursor, in ~/.cursor/mcp.json", "json", json({ mcpServers: { [name]: { url } } })),
      code("VS Code, in a shell", "text", `code --add-mcp '${JSON.stringify({ name, type: "http", url })}'`),
      code("VS Code, in .vscode/mcp.json", "json", json({ servers: { [name]: { type: "http", url } } })),
      code("Codex", "text", `codex mcp add ${name} --url ${url}`),
      code("ChatGPT, in developer mode: Settings, Apps, Create app, with no authentication", "text", url),
      text("Another client takes the same address where it asks for a remote server, and needs nothing else."),
    ],
  };
}

function paidLines({ baseUrl, name: siteName }: Site): DocSection {
  const name = `${slugOf(siteName)}-paid`;
  const url = `${baseUrl}${MCP_PAID_PATH}`;
  return {
    title: "With a token",
    blocks: [
      text("The paid address is added in the same way, with one header. Keep the token in a variable, and out of files that you share:"),
      code("Claude Code, with a token", "text", `claude mcp add --transport http ${name} ${url} --header "Authorization: Bearer $TOKEN"`),
      code("Codex, with a token", "text", `codex mcp add ${name} --url ${url} --bearer-token-env-var TOKEN`),
      code(
        "VS Code, which asks for the token once",
        "json",
        json({
          inputs: [{ type: "promptString", id: "token", description: "Token", password: true }],
          servers: { [name]: { type: "http", url, headers: { Authorization: "Bearer ${input:token}" } } },
        }),
      ),
    ],
  };
}

const firstQuestions: DocSection = {
  title: "What to ask first",
  blocks: [
    text("Ask in your own words; an agent finds the tool. Beside each question stands the operation that answers it without MCP:"),
    list(
      `What is the cheapest model that uses tools and reads 200,000 tokens? ${to(models)}`,
      `What is this model called elsewhere, and what does it cost there? ${to(resolveModels)}`,
      `Is Claude down? ${to(status)}`,
      `What changed since yesterday? ${to(changes)}`,
      `Which of my models are retired this year, and what replaces them? ${to(retirements)}`,
      `What happened in AI today? ${to(news)}`,
    ),
  ],
};

const withoutClient: DocSection = {
  title: "Without an MCP client",
  blocks: [
    list(
      `${to(llms)} fits into one reading, and names the page of every operation.`,
      `${to(agentSkill)} is the same as a skill, for agents that load skills.`,
      `${to(apiCatalog)} leads a program to every description of this service, and ${to(serverJson)} a registry to both addresses.`,
    ),
  ],
};

export const mcpGuide = defineGuide({
  id: "mcp",
  title: "MCP",
  about: "Give an agent the tools of this service with one line, and know what to ask it first.",
  sections: (site) => [twoAddresses(site), clientLines(site), paidLines(site), firstQuestions, withoutClient],
});
