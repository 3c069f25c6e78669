const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** How long ago a time was, in the largest unit that it fills, with the time itself. */
export function describeAge(at: string, now: Date): string {
  const seconds = Math.max(0, (now.getTime() - Date.parse(at)) / 1000);
  const [unit, size] = UNITS.find(([, length]) => seconds >= length) ?? ["second", 1];
  const count = Math.round(seconds / size);
  return `${count} ${unit}${count === 1 ? "" : "s"} ago (${at})`;
}
