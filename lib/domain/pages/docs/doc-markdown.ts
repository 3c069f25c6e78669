import type { Doc, DocBlock, DocField } from "./doc";
import { inlineParts } from "./inline-parts";

/** Escapes `<` and `*`, which a reader of Markdown would take for a tag and a mark. */
const escaped = (words: string): string => words.replace(/[<*]/g, "\\$&");

/** Links lead to the documents' twins in Markdown where they exist, under the service's address. */
function withAddresses(source: string, baseUrl: string): string {
  return inlineParts(source)
    .map((part) => {
      if (part.kind === "code") return `\`${part.text}\``;
      if (part.kind === "strong") return `**${escaped(part.text)}**`;
      if (part.kind === "plain") return escaped(part.text);
      const twin = /^\/docs(?:\/[^?#]*)?$/.test(part.href) ? `${part.href}.md` : part.href;
      return `[${escaped(part.text)}](${baseUrl}${twin})`;
    })
    .join("");
}

/** Longer than any run of backticks within, so that the fence ends where it should. */
function fenced(language: string, content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${content.replace(/\n$/, "")}\n${fence}`;
}

const cell = (words: string): string => words.replaceAll("|", "\\|").replace(/\s+/g, " ");
const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(" | ")} |`;

function fieldLine({ name, notes, text, values }: DocField): string {
  const known = values ? ` Known ${values.name}: ${values.list.join(", ")}.` : "";
  return `- \`${name}\`${notes === "" ? "" : ` (${notes})`}: ${text}${known}`;
}

function blockText(block: DocBlock): string {
  switch (block.kind) {
    case "text":
      return block.text;
    case "list":
      return block.items.map((item, index) => `${block.isNumbered ? `${index + 1}.` : "-"} ${item}`).join("\n");
    case "fields":
      return block.fields.map(fieldLine).join("\n");
    case "table":
      return [row(block.head), row(block.head.map(() => "---")), ...block.rows.map(row)].join("\n");
    case "code":
      return `${block.label}${block.label.endsWith("?") ? "" : ":"}\n\n${fenced(block.language, block.text)}`;
  }
}

export function docMarkdown({ title, lead, sections }: Doc, baseUrl: string): string {
  const parts = sections.flatMap(({ title: heading, blocks }) => [
    `## ${heading}`,
    // Code stays as it is: what looks like a link in it is none.
    ...blocks.map((block) => (block.kind === "code" ? blockText(block) : withAddresses(blockText(block), baseUrl))),
  ]);
  return `${[`# ${title}`, withAddresses(lead, baseUrl), ...parts].join("\n\n")}\n`;
}
