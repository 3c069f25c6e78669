import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Deliveries } from "@/components/account/watches/deliveries";
import { WatchActions } from "@/components/account/watches/watch-actions";
import { WatchChip } from "@/components/account/watches/watch-chip";
import { WatchFacts } from "@/components/account/watches/watch-facts";
import { Block } from "@/components/blocks/block";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { serviceTime } from "@/lib/config/clock";
import { FORMAT_NAMES } from "@/lib/domain/watches/chat/watch-format";
import { STATE_LABELS } from "@/lib/domain/watches/delivery-words";
import { PINGS_PER_DAY, REDELIVERIES_PER_DAY } from "@/lib/domain/watches/watch-limits";
import { watchSentence } from "@/lib/domain/watches/watch-sentence";
import { watch as readWatch } from "@/lib/endpoints/premium/watches/[id]";
import { watchDeliveries } from "@/lib/endpoints/premium/watches/[id]/deliveries";
import { newWatchPage, watchPage } from "@/lib/pages/account/watches";
import { hrefOf, pathValuesOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { accountAnswer, requireAccount } from "../../visit";
import { endWatch, sendAgain, sendTest } from "../watch-actions";

const idOf = async ({ params }: Pick<PageProps, "params">): Promise<string> => pathValuesOf(await params).id ?? "";

/** Seconds after which an open page looks whether a waiting delivery was sent. */
const LOOK_AGAIN_SECONDS = 30;

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(watchPage);

export default async function WatchPage({ params, searchParams }: PageProps) {
  const id = await idOf({ params });
  const { values, ignored } = readSearch(watchPage, await searchParams);
  const session = await requireAccount(hrefOf(watchPage, values, { id }));
  const [found, log] = await Promise.all([
    accountAnswer(session, readWatch, {}, { id }),
    accountAnswer(session, watchDeliveries, { limit: "50" }, { id }),
  ]);
  if (found.kind === "refused" && found.status === 404) notFound();
  const sentence = found.kind === "answer" ? watchSentence(found.answer.watch.spec) : watchPage.title;
  const isActive = found.kind === "answer" && found.answer.watch.status === "active";
  const deliveries = log.kind === "answer" ? log.answer.deliveries : [];
  const isWaiting = deliveries.some(({ state }) => state === "pending" || state === "sending");
  return (
    <PageFrame
      frame={frameOf(watchPage, { values, path: { id }, title: sentence, lead: `Watch ${id}`, capturedAt: null })}
      verb={null}
      {...(isWaiting ? { refreshSeconds: LOOK_AGAIN_SECONDS } : {})}
      json={values.view === "json" && found.kind === "answer" ? found.answer : undefined}
    >
      <IgnoredNote ignored={ignored} href={hrefOf(watchPage, values, { id })} />
      <div className="grid gap-4">
        <Block
          title="State"
          load={async () => found}
          render={({ watch }) => (
            <div className="grid gap-4">
              <p>
                <WatchChip {...STATE_LABELS[watch.status]} />
              </p>
              <WatchFacts watch={watch} now={serviceTime()} />
              <p className="text-small text-fg-muted [overflow-wrap:anywhere]">
                {watch.format === "json" ? "Called at" : `Sends a message to ${FORMAT_NAMES[watch.format]} at`}{" "}
                <code className="font-mono">{watch.callback_url}</code>,{" "}
                {watch.has_secret ? "signed with its secret" : "signed with the service's key alone"}
              </p>
              <WatchActions
                id={id}
                sentence={sentence}
                isActive={isActive}
                copyHref={hrefOf(newWatchPage, { from: id })}
                sendTest={sendTest}
                endWatch={endWatch}
              />
            </div>
          )}
        />
        <Block
          title="Deliveries"
          note={`Newest first, at most 50. A fire is sent once, and again by itself only where a chat product asks to wait. At most ${REDELIVERIES_PER_DAY} redeliveries and ${PINGS_PER_DAY} tests a UTC day; both are free and count as no fire.`}
          load={async () => log}
          render={({ deliveries: listed }) => (
            <Deliveries
              watchId={id}
              deliveries={listed}
              isActive={isActive}
              chosen={values.delivery}
              redeliver={sendAgain}
              hrefOf={(delivery) => hrefOf(watchPage, { delivery }, { id })}
            />
          )}
        />
      </div>
    </PageFrame>
  );
}
