import { Menu } from "@/components/ui/menu";
import { snippetsOf, type ApiRequest } from "@/components/api/snippets";
import { CopyMarkdown } from "@/components/api/copy-markdown";
import { CopyButton } from "./copy-button";

export interface FrameRequest {
  /** Path and query. */
  target: string;
  method: string;
  /** Null for a free one. */
  credits: number | null;
  hasCsv: boolean;
  /** Filters of the page that this endpoint does not have, as `q=sonnet`. */
  lacks: readonly string[];
}

export const apiRequestOf = ({ target, credits, lacks }: FrameRequest, baseUrl: string): ApiRequest => ({
  url: `${baseUrl}${target}`,
  pageOnly: lacks,
  needsToken: credits !== null,
});

const csvHrefOf = (target: string): string => `${target}${target.includes("?") ? "&" : "?"}format=csv`;

interface Props {
  requests: readonly FrameRequest[];
  baseUrl: string;
  jsonHref: string;
}

export function ApiMenu({ requests, baseUrl, jsonHref }: Props) {
  const [main] = requests;
  if (!main) return null;
  const { target } = main;
  return (
    <Menu
      title="API"
      label={
        <>
          <span aria-hidden>{"</>"}</span> API
        </>
      }
    >
      <p className="px-3 pt-2 pb-1 text-small break-all text-fg-muted">
        <span className="sr-only">Request: </span>
        <code className="font-mono">GET {target}</code>
      </p>
      <a href={target} className="menu-item">
        Open the JSON
      </a>
      <a href={jsonHref} className="menu-item">
        View JSON on this page
      </a>
      {snippetsOf(apiRequestOf(main, baseUrl)).map(({ label, text }) => (
        <CopyButton key={label} label={`Copy ${label}`} text={text} />
      ))}
      {main.credits === null && <CopyMarkdown target={target} />}
      {main.hasCsv && (
        <a href={csvHrefOf(target)} className="menu-item">
          Open as CSV
        </a>
      )}
      {requests.slice(1).map((other) => (
        <a key={other.target} href={other.target} className="menu-item">
          Also: <code className="font-mono text-small break-all">{other.target}</code>
          {other.credits !== null && <span className="text-small"> ({other.credits === 1 ? "1 credit" : `${other.credits} credits`})</span>}
        </a>
      ))}
    </Menu>
  );
}
