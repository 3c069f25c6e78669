import type { ComparedCell, RowGroup } from "@/components/models/compare-table";
import { CurrentStateChip } from "@/components/ui/current-state-chip";
import { IntentLink } from "@/components/ui/intent-link";
import { servicesOf } from "@/lib/catalogs/find-services";
import { serviceTime } from "@/lib/config/clock";
import { datasets } from "@/lib/datasets";
import { checkOf } from "@/lib/domain/status/current-states";
import { fillPath } from "@/lib/pages/address";
import { providerPage } from "@/lib/pages/provider";
import type { currentServices } from "@/lib/pages/service-summary";
import type { ListedModel } from "../chosen-models";

type Services = Awaited<ReturnType<typeof currentServices>>["services"];

/** The services through which the models of a provider are called, each with its own state. */
export function stateRows(listed: readonly ListedModel[], services: Services): RowGroup {
  const byName = new Map(services.map((service) => [service.name, service]));
  const madeAt = serviceTime().toISOString();
  const cells = listed.map(({ providerId, provider }): ComparedCell => {
    const own = servicesOf(providerId).flatMap(({ name }) => byName.get(name) ?? []);
    if (own.length === 0) return { value: "no status page", isMissing: true };
    return {
      value: own.map((service) => (
        <p key={service.name} className="service">
          {service.name}{" "}
          <CurrentStateChip service={checkOf(service)} cadenceSeconds={datasets.provider_status.cadenceSeconds} madeAt={madeAt} />
        </p>
      )),
      note: <IntentLink href={fillPath(providerPage.path, { id: providerId })}>{provider}</IntentLink>,
    };
  });
  return { title: "Provider now", rows: [{ label: "State", cells }] };
}
