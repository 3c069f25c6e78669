import { NearTime } from "@/components/ui/near-time";
import { formatMoment } from "@/lib/domain/pages/format";

interface ListedToken {
  id: number;
  token_short: string;
  name: string;
  state: "active" | "grace" | "suspended" | "ended";
  created: string;
  last_used: string | null;
  parentName: string | null;
  ends: string | null;
  suspended_until: string | null;
  is_current: boolean;
  /** Where ending it is asked about; null where this session may not end it. */
  endHref: string | null;
}

const LOOKS = {
  active: { word: "In use", look: "bg-ok-tint text-ok-fg" },
  grace: { word: "Replaced, may still spend", look: "bg-warn-tint text-warn-fg" },
  suspended: { word: "Suspended", look: "bg-warn-tint text-warn-fg" },
  ended: { word: "Ended", look: "bg-unk-tint text-unk-fg" },
} as const;

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-small text-fg-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Entry({ token }: { token: ListedToken }) {
  const { word, look } = LOOKS[token.state];
  return (
    <li className="border-t border-border py-3 first:border-t-0 first:pt-0 last:pb-0">
      <div className="flex items-start justify-between gap-x-4">
        <div className="min-w-0 flex-1">
          <h3 className="text-h3 [overflow-wrap:anywhere]">{token.name}</h3>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small">
            <span className={`chip rounded-chip px-2 py-0.5 font-medium ${look}`}>{word}</span>
            {token.is_current && <span className="chip rounded-chip bg-info-tint px-2 py-0.5 font-medium text-info-fg">This session</span>}
            <code className="font-mono break-all">{token.token_short}</code>
          </p>
        </div>
        {token.endHref !== null && (
          <a href={token.endHref} className="control no-print">
            End<span className="sr-only"> the token {token.name}</span>
          </a>
        )}
      </div>
      <dl className="fact-list mt-2">
        <Fact name="Created">
          <NearTime at={token.created} />
        </Fact>
        <Fact name="Last used">{token.last_used === null ? "Never" : <NearTime at={token.last_used} />}</Fact>
        {token.parentName !== null && <Fact name="Made from">{token.parentName}</Fact>}
        {token.ends !== null && <Fact name={token.state === "ended" ? "Ended" : "Spends until"}>{formatMoment(token.ends)}</Fact>}
        {token.suspended_until !== null && <Fact name="Suspended until">{formatMoment(token.suspended_until)}</Fact>}
      </dl>
    </li>
  );
}

export function TokenList({ tokens }: { tokens: readonly ListedToken[] }) {
  if (tokens.length === 0) {
    return <p className="py-2 text-fg-muted">No token of this account is in use. Create one to spend its credits.</p>;
  }
  return (
    <ul>
      {tokens.map((token) => (
        <Entry key={token.id} token={token} />
      ))}
    </ul>
  );
}
