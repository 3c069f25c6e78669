import type { Metadata } from "next";
import { Block } from "@/components/blocks/block";
import { ListedTable } from "@/components/ui/data-table";
import { PageFrame } from "@/components/shell/page-frame";
import { ReceiptVerifier } from "@/components/verify/receipt-verifier";
import { jwks } from "@/lib/docs/receipt-keys";
import { formatMoment } from "@/lib/domain/pages/format";
import { Empty } from "@/components/ui/states";
import { blockAnswer } from "@/lib/pages/block-answer";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { verifyPage } from "@/lib/pages/verify";

export const generateMetadata = async ({ searchParams }: PageProps): Promise<Metadata> =>
  pageMetadata(verifyPage, readSearch(verifyPage, await searchParams));

function WithoutScript() {
  return (
    <noscript>
      <p className="note note-info mb-4">
        The check is made by a script in your browser, which has scripts turned off. Without one, <code>node verify-receipt.mjs</code>{" "}
        checks a receipt on your own machine: <a href="/verify-receipt.mjs">verify-receipt.mjs</a>.
      </p>
    </noscript>
  );
}

export default async function VerifyPage({ searchParams }: PageProps) {
  const { values } = readSearch(verifyPage, await searchParams);
  const published = await blockAnswer(jwks);
  const keys = published.kind === "answer" ? published.answer.keys : [];
  return (
    <PageFrame
      frame={frameOf(verifyPage, { values, capturedAt: null })}
      verb={null}
      json={values.view === "json" && published.kind === "answer" ? published.answer : undefined}
    >
      <WithoutScript />
      <div className="grid gap-4">
        <ReceiptVerifier publishedKeys={keys.map(({ kid, x, created_at, retired_at }) => ({ kid, x, created_at, retired_at }))} />
        <Block
          title="The keys of this service"
          hasStamp={false}
          note="Compare them with a copy that you saved earlier: a receipt is worth as much as the key it names. The same keys stand at /.well-known/jwks.json, and /verify-receipt.mjs checks receipts with them without this site."
          load={async () => published}
          render={({ keys: list }) =>
            list.length === 0 ? (
              <Empty>No key has signed yet: the first one stands here with the first paid answer.</Empty>
            ) : (
              <ListedTable
                label="Keys that sign or have signed receipts"
                head={["Key", "Signs since", "Until"]}
                rows={list.map(({ kid, created_at: created, retired_at: retired }) => ({
                  key: kid,
                  cells: [
                    <code key="kid" className="font-mono break-all">
                      {kid}
                    </code>,
                    formatMoment(created),
                    retired === null ? "in use" : formatMoment(retired),
                  ],
                }))}
              />
            )
          }
        />
      </div>
    </PageFrame>
  );
}
