import { ListedTable } from "@/components/ui/data-table";
import { IntentLink } from "@/components/ui/intent-link";

interface Named {
  /** `provider/id`. */
  key: string;
  href: string;
}

interface SoldAs extends Named {
  host: string;
  /** Input and output, or that nobody publishes it. */
  price: string;
  state: string;
}

export interface LookedUp {
  asked: string;
  /** Null where the name means no one listing. */
  meant: Named | null;
  notes: readonly string[];
  hosts: readonly SoldAs[];
  candidates: readonly Named[];
}

const Links = ({ named }: { named: readonly Named[] }) => (
  <ul className="flex flex-wrap gap-x-3 gap-y-1">
    {named.map(({ key, href }) => (
      <li key={key}>
        <IntentLink href={href} className="inline-block leading-6 break-all">
          {key}
        </IntentLink>
      </li>
    ))}
  </ul>
);

/** A name: what it means, where it is sold, or what it could mean. */
export function LookedUpName({ asked, meant, notes, hosts, candidates }: LookedUp) {
  return (
    <section className="mt-4" aria-label={asked}>
      <h3 className="font-semibold break-all">{asked}</h3>
      {meant ? (
        <p className="text-small">
          means{" "}
          <IntentLink href={meant.href} className="break-all">
            {meant.key}
          </IntentLink>
        </p>
      ) : (
        <p className="text-small">
          {candidates.length > 0 ? "means no one listing. Perhaps one of these is meant:" : "means no model that is listed."}
        </p>
      )}
      {notes.map((note) => (
        <p key={note} className="text-small text-fg-muted">
          {note}
        </p>
      ))}
      {!meant && <Links named={candidates} />}
      {hosts.length > 0 && (
        <ListedTable
          label={`Where ${asked} is sold`}
          head={["Sold by", "Its id there", "USD per 1M tokens, in and out", "State"]}
          rows={hosts.map(({ key, href, host, price, state }) => ({
            key,
            cells: [
              host,
              <IntentLink key={key} href={href} className="break-all">
                {key.slice(key.indexOf("/") + 1)}
              </IntentLink>,
              price,
              state,
            ],
          }))}
        />
      )}
    </section>
  );
}
