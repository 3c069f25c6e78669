import { env } from "@/lib/env";

/** Who answers: for pages and documents, which do not read the configuration themselves. */
export function site(): { name: string; operator: string | null } {
  const { SITE_NAME, OPERATOR_LEGAL_ENTITY } = env();
  return { name: SITE_NAME, operator: OPERATOR_LEGAL_ENTITY ?? null };
}
