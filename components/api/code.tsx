import { createHighlighterCore, type HighlighterCore } from "shiki/core";
import { createJavaScriptRegexEngine } from "shiki/engine/javascript";
import { createCssVariablesTheme } from "shiki/core";
import { preloadMono } from "./preload-mono";
import type { Language } from "./snippets";

/** Colours become classes, which `code.css` gives for both themes. */
const theme = createCssVariablesTheme({ name: "variables", variablePrefix: "--code-" });

let highlighter: Promise<HighlighterCore> | null = null;

function loadHighlighter(): Promise<HighlighterCore> {
  highlighter ??= createHighlighterCore({
    themes: [theme],
    langs: [
      import("shiki/langs/json.mjs"),
      import("shiki/langs/bash.mjs"),
      import("shiki/langs/javascript.mjs"),
      import("shiki/langs/python.mjs"),
      import("shiki/langs/go.mjs"),
    ],
    engine: createJavaScriptRegexEngine(),
  });
  return highlighter;
}

/** `var(--code-token-string)` → `string`: tokens carry a class instead of a style. */
const kindOf = (color: string | undefined): string | null => /--code-token-([a-z-]+)\)/.exec(color ?? "")?.[1] ?? null;

/** Highlighted on the server; the browser gets no highlighter. */
export async function Code({ text, language, label }: { text: string; language: Language | "json" | "go"; label: string }) {
  preloadMono();
  const { tokens } = (await loadHighlighter()).codeToTokens(text, { lang: language, theme: "variables" });
  return (
    <pre className="code" role="region" aria-label={label} tabIndex={0}>
      <code>
        {tokens.flatMap((line, row) => [
          ...line.map(({ content, color, offset }) => {
            const kind = kindOf(color);
            return kind ? (
              <span key={offset} className={kind}>
                {content}
              </span>
            ) : (
              content
            );
          }),
          row < tokens.length - 1 ? "\n" : "",
        ])}
      </code>
    </pre>
  );
}
