/** Seconds or an HTTP date, as RFC 9110 10.2.3 has it; null when it is neither. */
export function retryAfter(value: string | undefined, now: Date): Date | null {
  if (!value) return null;
  if (/^\s*\d{1,9}\s*$/.test(value)) return new Date(now.getTime() + Number(value) * 1000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : new Date(at);
}
