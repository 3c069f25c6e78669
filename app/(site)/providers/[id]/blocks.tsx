import { ModelPrices } from "@/components/provider/model-prices";
import { IncidentList } from "@/components/status/incident-list";
import { Empty, Partial } from "@/components/ui/states";
import { attentionWords } from "@/lib/domain/attention/attention-index";
import { foldSnapshots } from "@/lib/domain/models/fold-snapshots";
import { hasEnded } from "@/lib/domain/models/model-life";
import type { attention } from "@/lib/endpoints/attention";
import type { incidents } from "@/lib/endpoints/incidents";
import type { models } from "@/lib/endpoints/models";
import { hrefOf } from "@/lib/pages/address";
import type { AnswerOf } from "@/lib/pages/answer";
import { modelPage } from "@/lib/pages/model";
import { modelRows } from "../../models/rows";

const MOST_MODELS = 12;

export function ServedModels({ answer }: { answer: AnswerOf<typeof models> }) {
  const rows = foldSnapshots(modelRows(answer, null).filter(({ status }) => !hasEnded(status))).map(
    ({ id, name, providerId, input, output, context }) => ({
      id,
      name,
      input,
      output,
      context,
      href: hrefOf(modelPage, {}, { provider: providerId, id }),
    }),
  );
  if (rows.length === 0) return <Empty>No model listing of this provider is known. Price lists are read every 6 hours.</Empty>;
  return (
    <>
      <ModelPrices models={rows.slice(0, MOST_MODELS)} />
      <Partial
        label="The first"
        shown={Math.min(MOST_MODELS, rows.length)}
        total={rows.length}
        noun="models, each with its dated versions"
      />
    </>
  );
}

export function Incidents({ answer, hasService }: { answer: AnswerOf<typeof incidents>; hasService: boolean }) {
  if (answer.captured_at === null) return <Empty>Its status page has not been read yet. It is read every 2 minutes.</Empty>;
  if (answer.incidents.length === 0) return <Empty>No incident was seen since we began to read its status page.</Empty>;
  return <IncidentList incidents={answer.incidents} hasService={hasService} />;
}

export function ProviderAttention({ answer, id, name }: { answer: AnswerOf<typeof attention>; id: string; name: string }) {
  const entry = answer.providers.find((provider) => provider.id === id);
  if (!entry) return null;
  return (
    <>
      {entry.attention_score === null ? (
        <Empty>Nothing was found of {name} in the last seven days, so that it has neither score nor rank.</Empty>
      ) : (
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-h1 font-semibold">{entry.attention_score.toFixed(1)}</span>
          <span className="text-fg-muted">
            of 100, rank {entry.rank} of {answer.providers.length}
          </span>
        </p>
      )}
      <p className="mt-1 text-small text-fg-muted">{attentionWords(entry)}</p>
      {answer.notes.map((note) => (
        <p key={note} className="mt-1 text-small text-fg-muted">
          {note}
        </p>
      ))}
    </>
  );
}
