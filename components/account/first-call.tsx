import { Code } from "@/components/api/code";
import { CopyButton } from "@/components/shell/copy-button";

/** Where nothing was called yet: a call to begin with, in full. */
export function FirstCall({ days, baseUrl }: { days: string; baseUrl: string }) {
  const text = `curl '${baseUrl}/api/premium/routing?task=code' -H "Authorization: Bearer $API_TOKEN"`;
  return (
    <div className="py-2">
      <p className="mb-3 text-fg-muted">
        No calls in the last {days} days. Here is a first one: which model is best at code for its price, for 1 credit.
      </p>
      <Code text={text} language="bash" label="A first call" />
      <p className="mt-3">
        <CopyButton label="Copy" text={text} className="control" />
      </p>
    </div>
  );
}
