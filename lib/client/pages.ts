import type { Answer, Paged } from "./api-types";
import { unreadable } from "./failed-answer";

/** Where a list is read from: the query of a call, with whatever else it has. */
export interface Paging {
  params?: { query?: Record<string, unknown> };
}

/** What the next page is asked with: the service names it in one of two ways. Null after the last page. */
function followedBy(page: Paged): Record<string, string> | null {
  if ("next_cursor" in page) return page.next_cursor === null ? null : { cursor: page.next_cursor };
  return page.has_more ? { since: page.next } : null;
}

/** Ends with an error where a page leads to itself, since each may cost credits. */
export async function* pagesOf(
  get: (from: Paging) => Promise<Answer<unknown>>,
  init: Paging = {},
): AsyncGenerator<unknown, void, undefined> {
  let query = { ...init.params?.query };
  for (;;) {
    const { data, response } = await get({ ...init, params: { ...init.params, query } });
    yield data;
    const next = followedBy(data as Paged);
    if (next === null) return;
    if (Object.entries(next).every(([name, value]) => query[name] === value)) throw unreadable(response);
    query = { ...query, ...next };
  }
}
