import { snippetsOf, type ApiRequest } from "@/components/api/snippets";
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
    <div className="relative no-print">
      <button type="button" className="control" popoverTarget="api-menu" aria-haspopup="true">
        <span aria-hidden>{"</>"}</span> API
      </button>
      <div id="api-menu" popover="auto" className="card fixed inset-auto top-24 right-4 m-0 w-72 p-1 text-fg shadow-lg lg:right-12">
        <p className="px-3 pt-2 pb-1 text-small break-all text-fg-muted">
          <span className="sr-only">Request: </span>
          <code className="font-mono">GET {target}</code>
        </p>
        <a href={target} className="plain-link block rounded-chip px-3 py-2 hover:bg-surface-2">
          Open the JSON
        </a>
        <a href={jsonHref} className="plain-link block rounded-chip px-3 py-2 hover:bg-surface-2">
          View JSON on this page
        </a>
        {snippetsOf(apiRequestOf(main, baseUrl)).map(({ label, text }) => (
          <CopyButton key={label} label={`Copy ${label}`} text={text} />
        ))}
        {requests.slice(1).map((other) => (
          <a key={other.target} href={other.target} className="plain-link block rounded-chip px-3 py-2 hover:bg-surface-2">
            Also: <code className="font-mono text-small">{other.target}</code>
          </a>
        ))}
      </div>
    </div>
  );
}
