import { formatDay } from "@/lib/domain/pages/format";
import { hostOf } from "@/lib/domain/pages/host-of";

/** Whose word a row is, and on which day it was read there. */
export function SourceCell({ url, readOn }: { url: string; readOn: string | null }) {
  return (
    <>
      <a href={url} rel="noopener noreferrer">
        {hostOf(url)}
      </a>
      <small>{readOn === null ? "undated" : `read ${formatDay(readOn)}`}</small>
    </>
  );
}

/** The name of an entry, linked to its own page, with what belongs beside it. */
export function NameCell({ name, url, beside }: { name: string; url: string; beside: readonly (string | false)[] }) {
  return (
    <>
      <a href={url} rel="noopener noreferrer">
        {name}
      </a>
      <small>{beside.filter(Boolean).join(" · ")}</small>
    </>
  );
}

/** Said in words, since a mark alone is read as one likes. */
export const yesNo = (known: boolean | null): string => (known === null ? "unknown" : known ? "yes" : "no");
