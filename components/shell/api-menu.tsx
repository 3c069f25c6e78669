import { Menu } from "@/components/ui/menu";
import { CopyButton } from "./copy-button";

export interface EndpointRef {
  path: string;
  query?: Record<string, string>;
}

export function hrefOf({ path, query = {} }: EndpointRef): string {
  const search = new URLSearchParams(query).toString();
  return search ? `${path}?${search}` : path;
}

export function ApiMenu({ endpoints, baseUrl }: { endpoints: readonly EndpointRef[]; baseUrl: string }) {
  const target = endpoints[0] && hrefOf(endpoints[0]);
  if (!target) return null;
  const url = `${baseUrl}${target}`;
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
      <a href="?view=json" className="menu-item">
        View JSON on this page
      </a>
      <CopyButton label="Copy curl" text={`curl -s '${url}'`} />
      <CopyButton
        label="Copy fetch (JavaScript)"
        text={`const answer = await fetch(${JSON.stringify(url)}).then((response) => response.json());`}
      />
      <CopyButton
        label="Copy Python"
        text={`import json, urllib.request\nanswer = json.load(urllib.request.urlopen(${JSON.stringify(url)}))`}
      />
      {endpoints.slice(1).map((other) => (
        <a key={hrefOf(other)} href={hrefOf(other)} className="menu-item">
          Also: <code className="font-mono text-small">{hrefOf(other)}</code>
        </a>
      ))}
    </Menu>
  );
}
