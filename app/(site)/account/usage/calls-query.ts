import type { usagePage } from "@/lib/pages/account/usage";
import type { ValuesOf } from "@/lib/pages/define";

/** What the page's filters ask the list of calls for. */
export const callsQuery = ({ days, charged, cursor }: Omit<ValuesOf<typeof usagePage>, "view">): Record<string, string> => ({
  days,
  ...(charged === null ? {} : { charged }),
  ...(cursor === null ? {} : { cursor }),
});
