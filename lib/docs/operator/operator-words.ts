import type { Site } from "../site";

/** Who runs the service, as far as the configuration says it. */
export function operatorWords({ name, operator: { legalEntity, jurisdiction } }: Site): string {
  if (legalEntity === null) return `Who runs ${name} is not configured yet.`;
  return `${name} is run by ${legalEntity}, ${jurisdiction}.`;
}

/** How the operator is reached; null while nothing is configured. */
export function contactWords({ operator: { contact, socialUrl } }: Site): string | null {
  const ways = [contact, socialUrl].filter((way) => way !== null);
  return ways.length === 0 ? null : ways.join(" or ");
}
