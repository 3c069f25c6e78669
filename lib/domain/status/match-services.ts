export interface NamedService {
  id: string;
  name: string;
  provider: string;
}

/** Shorter needles fit too much by accident. */
const MIN_SUBSTRING = 3;

const fold = (text: string): string => text.trim().toLowerCase();

/** Services of a provider, else the service of that name, else those whose names contain the text or are contained in it. */
export function matchServices<Service extends NamedService>(
  services: readonly Service[],
  text: string,
  providerIds: readonly string[],
): Service[] {
  const byProvider = services.filter((service) => providerIds.includes(service.provider));
  if (byProvider.length > 0) return byProvider;
  const wanted = fold(text);
  const names = (service: Service): string[] => [service.id, service.name, service.provider].map(fold);
  const exact = services.filter((service) => names(service).includes(wanted));
  if (exact.length > 0 || wanted.length < MIN_SUBSTRING) return exact;
  return services.filter((service) =>
    names(service).some((name) => name.includes(wanted) || (name.length >= MIN_SUBSTRING && wanted.includes(name))),
  );
}
