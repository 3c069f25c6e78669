"use client";

import { Field } from "@/components/ui/fields";
import { useEffect, useId, useRef, useState } from "react";
import { CopyButton } from "@/components/shell/copy-button";

interface Props {
  token: string;
  /** Its first characters, by which a password manager names it. */
  tokenShort: string;
  /** Where to go on without JavaScript. */
  doneHref: string;
  onDone(): void;
  /** What can be done with it at once. */
  children?: React.ReactNode;
}

function download(token: string): void {
  const url = URL.createObjectURL(new Blob([`API_TOKEN=${token}\n`], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = ".env";
  link.click();
  URL.revokeObjectURL(url);
}

/** Browsers ask before a page is left that holds what cannot be shown again. */
function useLeaveQuestion(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isAsked]);
}

/**
 * A new token, which nothing can show again: to be copied, downloaded or given to a password manager. It leaves the page
 * once the reader says that it is stored.
 */
export function TokenOnce({ token, tokenShort, doneHref, onDone, children }: Props) {
  const [isStored, setIsStored] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useLeaveQuestion(!isStored);
  useEffect(() => field.current?.focus(), []);
  const stored = () => setIsStored(true);
  return (
    <div className="grid gap-3 rounded-control border border-border-strong p-3">
      <p className="font-medium">This is the only time that this token is shown. Store it now.</p>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          stored();
        }}
      >
        <input
          type="text"
          name="username"
          autoComplete="username"
          readOnly
          value={tokenShort}
          tabIndex={-1}
          aria-hidden
          className="sr-only"
        />
        <Field
          label="Your token"
          ref={field}
          id={id}
          readOnly
          name="password"
          autoComplete="current-password"
          value={token}
          onFocus={(event) => event.target.select()}
          className="font-mono"
        />
        <div className="js-only flex flex-wrap gap-2">
          <CopyButton label="Copy token" text={token} className="control control-primary" onCopied={stored} />
          <button
            type="button"
            className="control"
            onClick={() => {
              download(token);
              stored();
            }}
          >
            Download .env
          </button>
          <button type="submit" className="control">
            Save in password manager
          </button>
        </div>
      </form>
      <label className="js-only flex min-h-6 items-center gap-2">
        <input type="checkbox" checked={isStored} onChange={(event) => setIsStored(event.target.checked)} />I have stored it
      </label>
      {children}
      <div>
        <button type="button" className="js-only control" disabled={!isStored} onClick={onDone}>
          Done
        </button>
        <noscript>
          <a href={doneHref} className="control">
            I have stored it
          </a>
        </noscript>
      </div>
    </div>
  );
}
