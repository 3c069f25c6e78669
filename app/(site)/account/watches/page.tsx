import type { Metadata } from "next";
import Link from "next/link";
import { WatchList } from "@/components/account/watches/watch-list";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { serviceTime } from "@/lib/config/clock";
import { STATE_LABELS } from "@/lib/domain/watches/delivery-words";
import { MOST_ACTIVE_WATCHES } from "@/lib/domain/watches/watch-limits";
import { WATCH_STATES } from "@/lib/domain/watches/watch-state";
import { listWatches } from "@/lib/endpoints/premium/watches";
import { readInSession } from "@/lib/http/session/read-in-session";
import { newWatchPage, watchesPage, watchPage } from "@/lib/pages/account/watches";
import { hrefOf } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { accountAnswer, requireAccount } from "../visit";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(watchesPage);

function StateLinks({ status }: Pick<ValuesOf<typeof watchesPage>, "status">) {
  const links = [{ value: null, label: "All but deleted" }, ...WATCH_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }))];
  return (
    <nav aria-label="State of the watches" className="no-print mb-4">
      <ul className="flex flex-wrap gap-1">
        {links.map(({ value, label }) => (
          <li key={label}>
            <Link
              href={hrefOf(watchesPage, { status: value })}
              prefetch={false}
              aria-current={status === value ? "page" : undefined}
              className="nav-link"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

export default async function WatchesPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(watchesPage, await searchParams);
  const session = await requireAccount(hrefOf(watchesPage, values));
  const [{ query }] = requestsOf(watchesPage, values);
  return (
    <PageFrame
      frame={frameOf(watchesPage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" ? await readInSession(session, listWatches, query) : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(watchesPage, values)} />
      <p className="mb-4">
        <Link href={hrefOf(newWatchPage)} prefetch={false} className="control control-primary">
          New watch
        </Link>
      </p>
      <StateLinks status={values.status} />
      <Block
        title="Your watches"
        note={`An account has at most ${MOST_ACTIVE_WATCHES} active watches. Ended ones stay readable for 30 days.`}
        load={() => accountAnswer(session, listWatches, query)}
        render={({ watches }) => (
          <WatchList
            watches={watches}
            now={serviceTime()}
            hrefOf={(id) => hrefOf(watchPage, {}, { id })}
            isFiltered={values.status !== null}
          />
        )}
      />
    </PageFrame>
  );
}
