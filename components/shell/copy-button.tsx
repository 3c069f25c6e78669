"use client";

import { useState } from "react";

const SHOWN_MS = 1500;

export function CopyButton({ label, text }: { label: string; text: string }) {
  const [isCopied, setIsCopied] = useState(false);
  async function copy() {
    await navigator.clipboard.writeText(text);
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), SHOWN_MS);
  }
  return (
    <button type="button" onClick={copy} className="block w-full rounded-chip px-3 py-2 text-left hover:bg-surface-2">
      {isCopied ? "Copied" : label}
    </button>
  );
}
