/**
 * Fails the run of a job none of whose sources could be read: it has brought nothing new. What each source failed with is
 * recorded by then.
 */
export function requireOneRead(tried: number, failed: number): void {
  if (tried > 0 && failed === tried) throw new Error(`none of ${tried} sources could be read; /api/health names their faults`);
}
