import { JsonView } from "@/components/api/json-view";
import { AutoRefresh } from "@/components/blocks/auto-refresh";
import type { BlockStamp } from "@/lib/domain/pages/block-outcome";
import { ApiMenu, apiRequestOf, type FrameRequest } from "./api-menu";
import { PageHeading } from "./page-heading";
import { FreshnessStamp } from "./freshness-stamp";

/** What a page's declaration says of it. */
interface PageFrameData {
  title: string;
  lead: string;
  baseUrl: string;
  /** The first one is the page's main request. */
  requests: readonly FrameRequest[];
  capturedAt: string | null;
  cadenceSeconds: number | null;
  /** This address, and the same as JSON. */
  href: string;
  jsonHref: string;
  /** Null for a page whose data is not public. */
  jsonLd: Record<string, unknown> | null;
}

interface Props {
  frame: PageFrameData;
  /** Null on a page whose blocks each show the age of their own data. */
  verb?: BlockStamp["verb"] | null;
  /** Seconds after which an open tab asks for the page again; without it the page is not refreshed. */
  refreshSeconds?: number;
  /** Beside the lead: what happened since the reader's last visit. */
  note?: React.ReactNode;
  /** Set by `?view=json`: the answer that the page was rendered from. */
  json?: unknown;
  children: React.ReactNode;
}

export function PageFrame({ frame, verb = "Read", refreshSeconds, note, json, children }: Props) {
  const { title, lead, baseUrl, requests, capturedAt, cadenceSeconds, href, jsonHref, jsonLd } = frame;
  const [main] = requests;
  return (
    <>
      {jsonLd && (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: JSON.stringify(jsonLd).replace(/</g, "\\u003c") }} />
      )}
      <div className="mb-6">
        <div className="flex items-start justify-between gap-x-4">
          <PageHeading>{title}</PageHeading>
          <ApiMenu requests={requests} baseUrl={baseUrl} jsonHref={jsonHref} />
        </div>
        <p className="mt-1 max-w-[68ch] [overflow-wrap:anywhere] text-fg-muted">{lead}</p>
        {verb !== null && (
          <div className="mt-2">
            <FreshnessStamp verb={verb} capturedAt={capturedAt} cadenceSeconds={cadenceSeconds} />
          </div>
        )}
        {note}
        {refreshSeconds !== undefined && <AutoRefresh everySeconds={refreshSeconds} />}
      </div>
      {json === undefined || !main ? children : <JsonView answer={json} request={apiRequestOf(main, baseUrl)} pageHref={href} />}
    </>
  );
}
