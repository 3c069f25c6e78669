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
  /** True where an Authorization header is needed, so that no link leads to the answer. */
  needsToken: boolean;
  /** The example of its body as JSON; null for a GET. */
  body: string | null;
  hasCsv: boolean;
  /** Filters of the page that this endpoint does not have, as `q=sonnet`. */
  lacks: readonly string[];
}

export const apiRequestOf = ({ target, needsToken, lacks, body }: FrameRequest, baseUrl: string): ApiRequest => ({
  url: `${baseUrl}${target}`,
  pageOnly: lacks,
  needsToken,
  body,
});

const csvHrefOf = (target: string): string => `${target}${target.includes("?") ? "&" : "?"}format=csv`;

/** A paid one is answered to everybody with its price. */
const hasNoLink = ({ needsToken, credits, method }: FrameRequest): boolean => (needsToken && credits === null) || method !== "GET";

function Other({ target, credits }: FrameRequest) {
  return (
    <>
      Also: <code className="font-mono text-small break-all">{target}</code>
      {credits !== null && <span className="text-small"> ({credits === 1 ? "1 credit" : `${credits} credits`})</span>}
    </>
  );
}

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
        <code className="font-mono">
          {main.method} {target}
        </code>
      </p>
      {!hasNoLink(main) && (
        <a href={target} className="menu-item">
          Open the JSON
        </a>
      )}
      <a href={jsonHref} className="menu-item">
        View JSON on this page
      </a>
      {snippetsOf(apiRequestOf(main, baseUrl)).map(({ label, text }) => (
        <CopyButton key={label} label={`Copy ${label}`} text={text} />
      ))}
      {!main.needsToken && <CopyMarkdown target={target} />}
      {main.hasCsv && !hasNoLink(main) && (
        <a href={csvHrefOf(target)} className="menu-item">
          Open as CSV
        </a>
      )}
      {requests.slice(1).map((other) =>
        hasNoLink(other) ? (
          <p key={other.target} className="px-3 py-2">
            <Other {...other} />
          </p>
        ) : (
          <a key={other.target} href={other.target} className="menu-item">
            <Other {...other} />
          </a>
        ),
      )}
    </Menu>
  );
}
