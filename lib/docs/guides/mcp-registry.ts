import { code, list, text, type DocSection } from "@/lib/domain/pages/docs/doc";
import { serverJson } from "../discovery/mcp-server";
import { API_VERSION, type Site } from "../site";
import { defineGuide } from "./guide";
import { keyFields } from "./key-fields";
import { to } from "./references";

const before: DocSection = {
  title: "Before you begin",
  blocks: [
    text(
      `The MCP registry keeps descriptions of servers, which clients and other directories read. It takes ${to(serverJson)} of this service as it is. The name in it begins with the host of your public address in reverse, so that only who has the domain may publish under it.`,
    ),
    list(
      "`PUBLIC_BASE_URL` is the https address that readers call; the registry takes no other.",
      "`mcp-publisher`, the program of the registry, is on the machine that you publish from.",
    ),
  ],
};

/** Programs of an operator's machine, which no test has. */
const proveDomain = ({ baseUrl }: Site): DocSection => ({
  title: "Prove that the domain is yours",
  blocks: [
    code(
      "A key, which stays with you, and its public half",
      "text",
      [
        "openssl genpkey -algorithm Ed25519 -out mcp-registry.pem",
        "openssl pkey -in mcp-registry.pem -pubout -outform DER | tail -c 32 | base64",
      ].join("\n"),
    ),
    text("Put the public half into the configuration and start the service again:"),
    keyFields("MCP_REGISTRY_PUBLIC_KEY"),
    text(
      `The proof then stands at \`${baseUrl}/.well-known/mcp-registry-auth\`; until a key is set, that address is a 404. The private half is in no configuration of this service.`,
    ),
  ],
});

const publish = ({ baseUrl }: Site): DocSection => ({
  title: "Publish",
  blocks: [
    code(
      "Sign in by the key, fetch the description and publish it",
      "text",
      [
        `mcp-publisher login http --domain ${new URL(baseUrl).hostname} --private-key "$(openssl pkey -in mcp-registry.pem -noout -text | grep -A3 'priv:' | tail -n +2 | tr -d ' :\\n')"`,
        `curl -sS -o server.json '${baseUrl}/server.json'`,
        "mcp-publisher publish",
      ].join("\n"),
    ),
    text(
      `A version is published once and never changed. This one is ${API_VERSION}: where you change the site's name or address, publish again with the release that raises it.`,
    ),
  ],
});

export const mcpRegistry = defineGuide({
  id: "mcp-registry",
  title: "The MCP registry",
  about: "For operators: list your service in the MCP registry under your own domain.",
  sections: (site) => [before, proveDomain(site), publish(site)],
});
