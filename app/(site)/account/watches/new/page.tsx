import type { Metadata } from "next";
import Link from "next/link";
import { ReceiverCode } from "@/components/account/watches/receiver-code";
import { WatchForm } from "@/components/account/watches/watch-form";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { Note } from "@/components/ui/states";
import { emptyFields, fieldsOfWatch, type WatchFields } from "@/lib/domain/watches/watch-form";
import { WATCH_TYPES, type WatchType } from "@/lib/domain/watches/watch-spec";
import { createWatch } from "@/lib/endpoints/premium/watches";
import { watch } from "@/lib/endpoints/premium/watches/[id]";
import type { AccountSession } from "@/lib/http/session/visit";
import { newWatchPage } from "@/lib/pages/account/watches";
import { hrefOf } from "@/lib/pages/address";
import type { ValuesOf } from "@/lib/pages/define";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { newFormKey } from "../../form-key";
import { accountAnswer, requireAccount } from "../../visit";
import { submitWatch } from "../create-action";

export const generateMetadata = async (): Promise<Metadata> => pageMetadata(newWatchPage);

type Values = ValuesOf<typeof newWatchPage>;

const TYPE_LABELS: Readonly<Record<WatchType, string>> = {
  price: "A price",
  status: "A provider's state",
  digest: "A digest of prices",
  retirement: "The end of models",
  capability: "What a model can do",
  new_model: "New models of a maker",
};

const PRICE = createWatch.access.kind === "premium" && createWatch.access.credits === 1 ? "1 credit" : "credits";

function TypeLinks({ type }: { type: WatchType }) {
  return (
    <nav aria-label="What is watched" className="no-print mb-4">
      <ul className="flex flex-wrap gap-1">
        {WATCH_TYPES.map((value) => (
          <li key={value}>
            <Link
              href={hrefOf(newWatchPage, { type: value })}
              prefetch={false}
              aria-current={type === value ? "page" : undefined}
              className="nav-link"
            >
              {TYPE_LABELS[value]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Null where there is no such watch to copy. */
async function copiedFields(session: AccountSession, id: string): Promise<WatchFields | null> {
  const outcome = await accountAnswer(session, watch, {}, { id });
  return outcome.kind === "answer" ? fieldsOfWatch(outcome.answer.watch) : null;
}

const typedFields = ({ type, model, provider }: Values): WatchFields => {
  const fields = emptyFields(type);
  return { ...fields, model: model ?? fields.model, provider: provider ?? fields.provider };
};

export default async function NewWatchPage({ searchParams }: PageProps) {
  const { values, ignored } = readSearch(newWatchPage, await searchParams);
  const session = await requireAccount(hrefOf(newWatchPage, values));
  const copy = values.from === null ? null : await copiedFields(session, values.from);
  const initial = copy ?? typedFields(values);
  return (
    <PageFrame frame={frameOf(newWatchPage, { values, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(newWatchPage, values)} />
      <TypeLinks type={initial.type} />
      {values.from !== null && copy === null && (
        <div className="mb-4">
          <Note tone="warn">There is no watch {values.from} to copy: the form begins empty.</Note>
        </div>
      )}
      <WatchForm key={JSON.stringify(initial)} action={submitWatch} formKey={newFormKey()} initial={initial} price={PRICE} />
      <ReceiverCode />
    </PageFrame>
  );
}
