import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { fieldsOf } from "./arguments";
import type { Tool } from "./tool";
import { toolsOf } from "./tools";

const nullable = (type: string): object => ({ type: [type, "null"] });

/** Shape of every tool's answer. Its rows have the members that are shown by default. */
function outputSchemaOf({ row }: Tool): object {
  const members = Object.entries(row).map(([name, type]) => [name, nullable(type)]);
  return {
    type: "object",
    properties: {
      summary: { type: "string" },
      rows: { type: "array", items: { type: "object", properties: Object.fromEntries(members) } },
      total: { type: "integer" },
      next_cursor: nullable("string"),
      captured_at: nullable("string"),
      age_seconds: nullable("integer"),
      stale: { type: "boolean" },
    },
  };
}

function inputSchemaOf(tool: Tool, isPaid: boolean): object {
  const fields = Object.entries(fieldsOf(tool, isPaid));
  const required = fields.flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, { schema }]) => [name, schema])),
    ...(required.length > 0 ? { required } : {}),
  };
}

/** The arguments that make a call cost credits, where a call without them is free. */
function priceWords(tool: Tool): string {
  const prices = [...new Set((tool.charges ?? []).flatMap(({ access }) => (access.kind === "premium" ? [access.credits] : [])))];
  if (prices.length === 0) return "";
  const credits = `${prices.join(" or ")} ${prices.at(-1) === 1 ? "credit" : "credits"}`;
  const paying = Object.entries(tool.takes).flatMap(([name, { isPaid }]) => (isPaid ? [name] : []));
  if (tool.isPaid) return ` ${credits}.`;
  return paying.length === 0 ? ` Long ranges: ${credits}.` : ` With ${paying.join(", ")}: ${credits}.`;
}

function toListed(tool: Tool, isPaid: boolean): ListedTool {
  const isWriting = tool.writes === true;
  return {
    name: tool.name,
    title: tool.title,
    description: `${tool.description}${isPaid ? priceWords(tool) : ""}`,
    inputSchema: inputSchemaOf(tool, isPaid) as ListedTool["inputSchema"],
    outputSchema: outputSchemaOf(tool) as ListedTool["outputSchema"],
    annotations: { readOnlyHint: !isWriting, destructiveHint: isWriting, idempotentHint: !isWriting, openWorldHint: isWriting },
  };
}

const LISTS = new Map<boolean, readonly ListedTool[]>();

/** Lists the tools of an address, in a fixed order. */
export function listTools(isPaid: boolean): readonly ListedTool[] {
  const listed = LISTS.get(isPaid) ?? toolsOf(isPaid).map((tool) => toListed(tool, isPaid));
  LISTS.set(isPaid, listed);
  return listed;
}
