import { scriptHash, THEME_HASH } from "@/lib/config/script-hash";

const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;

export interface HashedDocument {
  html: string;
  /** Hashes of every inline script that may run. */
  hashes: string[];
}

/**
 * Replaces the nonce of inline scripts by hashes, which stay true while the document is cached. Only Next's own
 * scripts have this rendering's nonce: a script that came in with data cannot know it, is not hashed, and does not
 * run. Neighbouring scripts become one, because each hash lengthens the headers.
 */
export function hashScripts(html: string, nonce: string): HashedDocument {
  const mark = ` nonce="${nonce}"`;
  const texts: string[] = [];
  const parts: string[] = [];
  let end = 0;
  let isOpen = false;
  for (const { 0: whole, 1: attributes = "", 2: text = "", index } of html.matchAll(SCRIPT)) {
    if (text === "" || !attributes.includes(mark)) continue;
    const isPlain = attributes === mark;
    if (isOpen && isPlain && index === end) {
      texts.push(`${texts.pop() ?? ""};${text}`);
      parts.push(";", text);
    } else {
      texts.push(text);
      parts.push(isOpen ? "</script>" : "", html.slice(end, index), `<script${attributes}>`, text);
    }
    isOpen = true;
    end = index + whole.length;
  }
  parts.push(isOpen ? "</script>" : "", html.slice(end));
  return { html: parts.join("").replaceAll(mark, ""), hashes: [...new Set([THEME_HASH, ...texts.map(scriptHash)])] };
}
