"use client";

import { useEffect, useRef } from "react";
import { holdToken, useHeldToken } from "./held-token";

/** Asked for at the first run; all calls of the page then share it. */
export function TokenField({ id, isRefused }: { id: string; isRefused: boolean }) {
  const token = useHeldToken();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="block text-small text-fg-muted">
        Access token, kept in the memory of this tab only
      </label>
      <input
        ref={field}
        id={id}
        type="password"
        value={token}
        onChange={(event) => holdToken(event.target.value)}
        placeholder="aed_live_…"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isRefused || undefined}
        className="control mt-1 w-80 max-w-full font-mono"
      />
    </div>
  );
}
