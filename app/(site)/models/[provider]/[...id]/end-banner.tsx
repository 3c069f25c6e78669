import { NamedModelLink } from "@/components/ui/named-model-link";
import { Note } from "@/components/ui/states";
import { IntentLink } from "@/components/ui/intent-link";
import { modelLabel } from "@/lib/domain/models/model-label";
import { hasEnded } from "@/lib/domain/models/model-life";
import { formatDay, formatDayOrMonth, formatPrice } from "@/lib/domain/pages/format";
import { fillPath, hrefOf } from "@/lib/pages/address";
import { modelPage } from "@/lib/pages/model";
import { retirementsPage } from "@/lib/pages/retirements";
import type { FoundModel } from "./find-model";

/** What happens to calls. The sentence on a model whose calls another answers ends before that model's name. */
function whatHappens({ model, provider }: FoundModel): string {
  const day = model.retiresOn ?? model.deprecationDate;
  switch (model.status) {
    case "retired":
      return day === null
        ? `${provider} has retired this model.`
        : `${provider} was to retire this model on ${formatDayOrMonth(day)}: calls may fail.`;
    case "rerouted":
      return `${provider} has retired this model${day === null ? "" : ` on ${formatDayOrMonth(day)}`}: calls are answered by`;
    case "unlisted":
      return `${provider}'s own list has this model no more${model.lastListedAt ? `; it last had it on ${formatDay(model.lastListedAt)}` : ""}.`;
    case "deprecated":
      if (day === null) return `${provider} calls this model deprecated, and has announced no day on which it ends.`;
      if (model.precision === "earliest") {
        return `${provider} promises to answer until ${formatDayOrMonth(day)}, and may retire this model from then on.`;
      }
      return `${provider} is to retire this model on ${formatDayOrMonth(day)}.`;
    case "active":
      return "";
  }
}

/** A name that the same provider lists leads to its page, with its price. */
function Successor({ found, id }: { found: FoundModel; id: string }) {
  const listed = found.answer.providers.flatMap((provider) =>
    provider.id === found.providerId ? [...provider.models, ...provider.unpriced] : [],
  );
  const model = listed.find((entry) => entry.id.toLowerCase() === id.toLowerCase());
  if (!model) return <NamedModelLink model={id} label={modelLabel(id)} href={null} />;
  const { inputPrice: input, outputPrice: output } = model;
  return (
    <>
      <IntentLink href={fillPath(modelPage.path, { provider: found.providerId, id: model.id })} className="inline-block leading-6">
        {model.name}
      </IntentLink>
      {input !== null && output !== null && ` (${formatPrice(input)} in, ${formatPrice(output)} out)`}
    </>
  );
}

/** Says that the model ends or has ended, and what to use instead. */
export function EndBanner({ found }: { found: FoundModel }) {
  const { model } = found;
  if (model.status === "active") return null;
  const names = model.successor === undefined ? (model.successorOptions ?? []) : [model.successor];
  return (
    <div className="mb-4">
      <Note tone={hasEnded(model.status) ? "bad" : "warn"}>
        <p>
          {whatHappens(found)}{" "}
          {model.status === "rerouted" && (
            <>{model.reroutedTo === undefined ? "another model" : <Successor found={found} id={model.reroutedTo} />}, at its price. </>
          )}
          {model.status === "deprecated" && model.reroutedTo !== undefined && (
            <>
              Afterwards calls are answered by <Successor found={found} id={model.reroutedTo} />, at its price.{" "}
            </>
          )}
          {names.length > 0 && (
            <>
              Instead it names{" "}
              {names.map((id, index) => (
                <span key={id}>
                  {index > 0 && ", "}
                  <Successor found={found} id={id} />
                </span>
              ))}
              .{" "}
            </>
          )}
          <IntentLink href={hrefOf(retirementsPage, { host: found.providerId })} className="inline-block leading-6">
            What else ends there
          </IntentLink>
        </p>
      </Note>
    </div>
  );
}
