"use client";

import { TokenOnce } from "@/components/account/token-once";
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

/** The token that was bought, with calls that can be made at once. */
export function TokenPanel({ token, baseUrl, onDone }: Props) {
  return (
    <TokenOnce token={token} tokenShort={`${token.slice(0, 9)}…${token.slice(-4)}`} doneHref="/account" onDone={onDone}>
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
    </TokenOnce>
  );
}
