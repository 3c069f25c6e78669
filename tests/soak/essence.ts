/**
 * Fields that may differ between two right answers to the same question. They say when it was
 * answered, of which state and to whom, and which budget was asked for.
 */
const VOLATILE =
  /(_at|At|_on|On|_seconds|^as_of|^lastUpdated|^computed_at|^data_freshness|^freshness|^billing|^receipt|^receipt_status|^request_id|^stale|^fresh|^budget)$/;

/** What an answer says, without what may differ between two right answers to the same question. */
export function essenceOf(body: string): string {
  return JSON.stringify(JSON.parse(body), (key, value: unknown) => (VOLATILE.test(key) ? undefined : value));
}
