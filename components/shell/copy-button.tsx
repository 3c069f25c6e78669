"use client";

import { useRef, useState } from "react";

const SHOWN_MS = 1500;

type State = "idle" | "waiting" | "copied" | "by hand" | "failed";

const WORDS: Partial<Record<State, string>> = { waiting: "Asking for it", copied: "Copied", failed: "No answer came: try again" };

interface Props {
  label: string;
  text: string | (() => Promise<string>);
  className?: string;
  onCopied?(): void;
}

/** Copies a text. Without a clipboard, as on plain http, a field selects it for the reader's keys. */
export function CopyButton({ label, text, className, onCopied }: Props) {
  const [state, setState] = useState<State>("idle");
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useState("");
  async function copy() {
    let found: string;
    try {
      setState(typeof text === "string" ? "idle" : "waiting");
      found = typeof text === "string" ? text : await text();
    } catch {
      return setState("failed");
    }
    setContent(found);
    try {
      await navigator.clipboard.writeText(found);
      setState("copied");
      onCopied?.();
      setTimeout(() => setState("idle"), SHOWN_MS);
    } catch {
      setState("by hand");
      requestAnimationFrame(() => field.current?.select());
    }
  }
  return (
    <>
      <button type="button" onClick={() => void copy()} className={className ?? "menu-item"}>
        {WORDS[state] ?? label}
      </button>
      {state === "by hand" && (
        <label className="block px-3 pb-2 text-small text-fg-muted">
          Press Ctrl+C or Cmd+C to copy
          <textarea ref={field} readOnly rows={3} value={content} className="control mt-1 w-full py-2 font-mono text-small" />
        </label>
      )}
      <span role="status" className="sr-only">
        {WORDS[state] ?? ""}
      </span>
    </>
  );
}
