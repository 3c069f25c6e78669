import { NearTime } from "@/components/ui/near-time";
import { StateChip, type State } from "@/components/ui/state-mark";
import { formatUptime } from "@/lib/domain/pages/format";
import { CHECK_REASON_WORDS, type CheckedModels, type CheckedService } from "@/lib/schemas/status-check";

export interface Verdict {
  verdict: string;
  status: State;
  items: readonly CheckedService[];
  models: CheckedModels;
}

interface Suggestion {
  name: string;
  href: string;
}

function probeWords({ probe }: CheckedService): string {
  if (probe === null) return "no current probe of ours";
  const { okShare, count, medianMs, lastHour } = probe;
  const median = medianMs === null ? "" : `, median ${Math.round(medianMs)}\u00a0ms`;
  return `our probe: ${lastHour.failed} of ${lastHour.count} calls of the last hour failed; of ${count} in 24 h ${formatUptime(okShare * 100)} were answered${median}`;
}

function Item({ item }: { item: CheckedService }) {
  const { name, provider, asked, status, reason, page, since, incident, disagree } = item;
  return (
    <li className="border-t border-border py-2 first:border-t-0">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a href={`/providers/${provider}`}>{name}</a>
        <StateChip state={status} />
        <span className="text-small text-fg-muted [overflow-wrap:anywhere]">asked as {asked.join(", ")}</span>
      </p>
      <p className="text-small text-fg-muted">
        {page === null ? (
          CHECK_REASON_WORDS.not_followed
        ) : (
          <>
            <a href={page.url} rel="noopener noreferrer">
              its page
            </a>{" "}
            {reason === null ? `says ${page.status}` : `(${CHECK_REASON_WORDS[reason]})`}
            {page.checkedAt !== null && (
              <>
                , read <NearTime at={page.checkedAt} />
              </>
            )}
          </>
        )}
        {since !== null && (
          <>
            , {incident?.started_before ? "first seen" : "began"} <NearTime at={since} />
          </>
        )}
        {incident !== null && `: ${incident.title}`}
        {item.maintenance && "; a planned maintenance goes on"}; {probeWords(item)}
        {disagree === true && <strong className="text-warn-fg">; page and probe disagree</strong>}
      </p>
    </li>
  );
}

/** A listing that was named by its own id, and does not end, needs no words. */
const needsNote = (model: NonNullable<CheckedModels>[number]): boolean =>
  !model.matched || model.query !== model.id || model.match_note !== null || model.notes.length > 0;

/** What the resolver says of the models that were named: whose listing was taken, or why none was. */
function ModelNotes({ models, suggest }: { models: NonNullable<CheckedModels>; suggest: (name: string) => readonly Suggestion[] }) {
  return (
    <ul className="mt-2 grid gap-1 text-small text-fg-muted">
      {models.filter(needsNote).map((model) => (
        <li key={model.query} className="[overflow-wrap:anywhere]">
          <code className="font-mono">{model.query}</code>{" "}
          {model.matched ? `means ${model.id}. ${[model.match_note, ...model.notes].join(" ")}` : "means no one model or service here. "}
          {!model.matched && suggest(model.query).length > 0 && "Perhaps: "}
          {!model.matched &&
            suggest(model.query).map(({ name, href }) => (
              <a key={name} href={href} className="mr-2 inline-block leading-6">
                {name}
              </a>
            ))}
        </li>
      ))}
    </ul>
  );
}

/** A verdict in a sentence, and what it stands on, service by service. */
export function CheckVerdict({ verdict: answer, suggest }: { verdict: Verdict; suggest: (name: string) => readonly Suggestion[] }) {
  const { verdict, status, items, models } = answer;
  return (
    <div className="mt-4" role="status">
      <p className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <StateChip state={status} />
        <strong className="min-w-0 flex-1 basis-64 font-medium [overflow-wrap:anywhere]">{verdict}</strong>
      </p>
      {models !== null && <ModelNotes models={models} suggest={suggest} />}
      <ul className="mt-2">
        {items.map((item) => (
          <Item key={item.name} item={item} />
        ))}
      </ul>
    </div>
  );
}
