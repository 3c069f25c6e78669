import { serveMcp } from "./mcp-server";

/** The API with its addresses of MCP in a process of its own, on the world of its data folder. */
const { url, stop } = await serveMcp();
process.on("SIGTERM", () => void stop().then(() => process.exit()));
process.stdout.write(`MCP is at http://localhost:${new URL(url).port}\n`);
