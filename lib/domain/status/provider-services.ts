export interface FollowedService {
  id: string;
  provider: string;
  /** Through it the provider's models are called. */
  isApi: boolean;
}

interface Companies {
  companyOf(providerId: string): string;
}

/** A company's API says more about its product than nothing does; and a product's about its company. */
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
