"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "@/components/shell/copy-button";

interface Props {
  token: string;
  baseUrl: string;
  onDone(): void;
}

const firstCalls = (baseUrl: string): { label: string; text: string }[] => {
  const call = (target: string) => `curl -s '${baseUrl}${target}' -H "Authorization: Bearer $API_TOKEN"`;
  return [
    { label: "What is left", text: call("/api/payment/balance") },
    { label: "Which model for code, ranked", text: call("/api/premium/routing?task=code") },
    { label: "What changed since yesterday", text: call("/api/premium/whats-new") },
  ];
};

/** The browser asks before the page is left while the token has not been stored. */
function useWarning(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isNeeded]);
}

function download(token: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`API_TOKEN=${token}\n`], { type: "text/plain" }));
  link.download = ".env";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** A token is shown once; afterwards nobody can read it again, this service neither. */
export function TokenPanel({ token, baseUrl, onDone }: Props) {
  const [isStored, setIsStored] = useState(false);
  useWarning(!isStored);
  const masked = `${token.slice(0, 9)}…${token.slice(-4)}`;
  return (
    <div className="grid gap-4">
      <form className="grid gap-2" onSubmit={(event) => event.preventDefault()}>
        <input type="text" name="username" autoComplete="username" value={masked} readOnly tabIndex={-1} aria-hidden className="sr-only" />
        <label className="field">
          Your access token. It is shown once: store it now.
          <input
            type="text"
            name="token"
            autoComplete="current-password"
            readOnly
            value={token}
            spellCheck={false}
            onFocus={(event) => event.currentTarget.select()}
            onCopy={() => setIsStored(true)}
            className="control w-full font-mono"
          />
        </label>
        <p className="flex flex-wrap gap-2">
          <span onClickCapture={() => setIsStored(true)} role="none">
            <CopyButton label="Copy token" text={token} className={`control ${isStored ? "" : "control-primary"}`} />
          </span>
          <button
            type="button"
            className="control"
            onClick={() => {
              download(token);
              setIsStored(true);
            }}
          >
            Download .env
          </button>
        </p>
        <label className="flex min-h-6 items-center gap-2">
          <input type="checkbox" checked={isStored} onChange={(event) => setIsStored(event.target.checked)} />I have stored it
        </label>
      </form>
      <div>
        <h3 className="text-h3">First calls</h3>
        <ul className="mt-2 grid gap-2">
          {firstCalls(baseUrl).map(({ label, text }) => (
            <li key={label} className="grid gap-1">
              <span className="flex flex-wrap items-center justify-between gap-2">
                {label}
                <CopyButton label={`Copy: ${label}`} text={text} className="control" />
              </span>
              {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
              <pre className="code" role="region" aria-label={label} tabIndex={0}>
                <code>{text}</code>
              </pre>
            </li>
          ))}
        </ul>
      </div>
      <button
        type="button"
        disabled={!isStored}
        onClick={onDone}
        className={`control justify-self-start ${isStored ? "control-primary" : ""}`}
      >
        Done
      </button>
    </div>
  );
}
