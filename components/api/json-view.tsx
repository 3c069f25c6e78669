import { Code } from "./code";
import { PlainCode } from "./plain-code";
import { snippetsOf, type ApiRequest } from "./snippets";

/** Larger answers show their beginning; the rest is one link away. */
const MOST_BYTES = 200 * 1024;
const BEGINNING_CHARS = 20_000;
const MOST_HIGHLIGHTED_CHARS = 6000;

const sizeOf = (bytes: number): string => (bytes < 1024 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(bytes < 10 * 1024 ? 1 : 0)} KB`);

function beginningOf(text: string): string {
  const end = text.lastIndexOf("\n", BEGINNING_CHARS);
  return text.slice(0, end === -1 ? BEGINNING_CHARS : end);
}

interface Props {
  answer: unknown;
  request: ApiRequest;
  /** Address of the page without `view=json`. */
  pageHref: string;
}

/** `?view=json`: the very answer that the page is rendered from, and how to ask for it. */
export function JsonView({ answer, request, pageHref }: Props) {
  const text = JSON.stringify(answer, null, 2);
  const bytes = Buffer.byteLength(JSON.stringify(answer));
  const isWhole = bytes <= MOST_BYTES;
  const shown = isWhole ? text : beginningOf(text);
  return (
    <div className="grid min-w-0 gap-4">
      <p className="flex flex-wrap gap-x-4 gap-y-1">
        <span>{sizeOf(bytes)}</span>
        {!request.needsToken && <a href={request.url}>Open the raw answer</a>}
        <a href={pageHref}>Back to the page</a>
      </p>
      {!isWhole && (
        <p>
          The answer is larger than {sizeOf(MOST_BYTES)}: only its beginning stands here.{" "}
          {!request.needsToken && <a href={request.url}>Open all {sizeOf(bytes)}</a>}
        </p>
      )}
      {shown.length <= MOST_HIGHLIGHTED_CHARS ? (
        <Code text={shown} language="json" label="The answer as JSON" />
      ) : (
        <PlainCode text={shown} label={isWhole ? "The answer as JSON" : "The beginning of the answer as JSON"} />
      )}
      <section aria-labelledby="ask-for-it" className="grid min-w-0 gap-3">
        <h2 id="ask-for-it" className="text-h2">
          Ask for it
        </h2>
        {snippetsOf(request).map(({ label, language, text: snippet }) => (
          <div key={label} className="min-w-0">
            <h3 className="mb-1 text-h3">{label}</h3>
            <Code text={snippet} language={language} label={`Request by ${label}`} />
          </div>
        ))}
      </section>
    </div>
  );
}
