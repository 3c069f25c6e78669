import { AutoRefresh } from "@/components/blocks/auto-refresh";
import { ApiMenu, hrefOf, type EndpointRef } from "./api-menu";
import { FreshnessStamp } from "./freshness-stamp";

interface Props {
  title: string;
  lead: string;
  /** The first one is the page's main request. */
  endpoints: readonly EndpointRef[];
  baseUrl: string;
  verb?: "Checked" | "Read" | "Captured";
  capturedAt: string | null;
  cadenceSeconds: number | null;
  /** Seconds after which an open tab asks for the page again; without it the page is not refreshed. */
  refreshSeconds?: number;
  /** Set by `?view=json`: the answer that the page was rendered from. */
  json?: unknown;
  children: React.ReactNode;
}

function datasetOf(props: Props): string {
  return JSON.stringify({
    "@context": "https://schema.org",
    "@type": "Dataset",
    name: props.title,
    description: props.lead,
    url: `${props.baseUrl}${props.endpoints[0] ? hrefOf(props.endpoints[0]) : "/"}`,
    dateModified: props.capturedAt ?? undefined,
    license: `${props.baseUrl}/llms.txt`,
  }).replace(/</g, "\\u003c");
}

export function PageFrame(props: Props) {
  const { title, lead, endpoints, baseUrl, verb = "Read", capturedAt, cadenceSeconds, refreshSeconds, json, children } = props;
  return (
    <>
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: datasetOf(props) }} />
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-h1 tracking-tight">{title}</h1>
          <p className="mt-1 max-w-[68ch] text-fg-muted">{lead}</p>
          <div className="mt-2">
            <FreshnessStamp verb={verb} capturedAt={capturedAt} cadenceSeconds={cadenceSeconds} />
          </div>
          {refreshSeconds !== undefined && <AutoRefresh everySeconds={refreshSeconds} />}
        </div>
        <ApiMenu endpoints={endpoints} baseUrl={baseUrl} />
      </div>
      {json === undefined ? children : <pre className="card overflow-x-auto p-4 font-mono text-small">{JSON.stringify(json, null, 2)}</pre>}
    </>
  );
}
