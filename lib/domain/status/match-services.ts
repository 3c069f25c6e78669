export interface NamedService {
  id: string;
  name: string;
  provider: string;
}

/** Shorter texts match too much by accident. */
const MIN_SUBSTRING = 3;

const fold = (text: string): string => text.trim().toLowerCase();

/** A provider's services, else the service of that name, else services whose names contain the text or are contained in it. */
export function matchServices<Service extends NamedService>(
  services: readonly Service[],
  text: string,
  providerIds: readonly string[],
): Service[] {
  const byProvider = services.filter((service) => providerIds.includes(service.provider));
  if (byProvider.length > 0) return byProvider;
  const folded = fold(text);
  const names = (service: Service): string[] => [service.id, service.name, service.provider].map(fold);
  const exact = services.filter((service) => names(service).includes(folded));
  if (exact.length > 0 || folded.length < MIN_SUBSTRING) return exact;
  return services.filter((service) =>
    names(service).some((name) => name.includes(folded) || (name.length >= MIN_SUBSTRING && folded.includes(name))),
  );
}
