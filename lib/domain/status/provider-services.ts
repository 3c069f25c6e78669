export interface FollowedService {
  id: string;
  provider: string;
  /** The provider's models are called through it. */
  isApi: boolean;
}

interface Companies {
  companyOf(providerId: string): string;
}

/** Falls back from the provider's own API and services to its company's, then to those of its products. */
export function servicesOfProvider<Service extends FollowedService>(
  services: readonly Service[],
  providerId: string,
  { companyOf }: Companies,
): Service[] {
  const own = services.filter(({ provider }) => provider === providerId);
  const company = companyOf(providerId);
  const ofCompany = services.filter(({ provider }) => provider === company);
  const ofProducts = services.filter(({ provider }) => companyOf(provider) === providerId);
  const groups = [
    own.filter(({ isApi }) => isApi),
    own,
    ofCompany.filter(({ isApi }) => isApi),
    ofCompany,
    ofProducts.filter(({ isApi }) => isApi),
    ofProducts,
  ];
  return groups.find((group) => group.length > 0) ?? [];
}
