"use client";

import { CopyButton } from "@/components/shell/copy-button";
import { markdownTable } from "./snippets";

async function tableOf(target: string): Promise<string> {
  const response = await fetch(target);
  if (!response.ok) throw new Error(`${target} answered with ${response.status}`);
  const text = await response.text();
  // An answer without a list is short: it is copied as it is.
  return markdownTable(JSON.parse(text)) || text;
}

/** Asks the API at the click: the answer is not part of the page. */
export function CopyMarkdown({ target }: { target: string }) {
  return <CopyButton label="Copy as Markdown table" text={() => tableOf(target)} />;
}
