/** Fewer days say nothing about the next ones. */
const LEAST_DAYS_OF_USE = 3;

interface Day {
  /** YYYY-MM-DD, UTC. */
  date: string;
  credits: number;
}

export interface BurnRate {
  /** Credits that were spent in `days` days. These run from the first with a charged call to the last that is over. */
  credits: number;
  from: string;
  to: string;
  days: number;
  perDay: number;
  /** Whole days that the balance lasts at that rate. */
  daysLeft: number;
}

/** How long a balance lasts; null unless credits were spent on at least three days that are over. `days` are consecutive, oldest first. */
export function burnRate(balance: number, days: readonly Day[], today: string): BurnRate | null {
  const over = days.filter(({ date }) => date < today);
  const counted = over.slice(over.findIndex(({ credits }) => credits > 0));
  const [first, last] = [counted[0], counted.at(-1)];
  if (!first || !last || counted.filter(({ credits }) => credits > 0).length < LEAST_DAYS_OF_USE) return null;
  const credits = counted.reduce((sum, day) => sum + day.credits, 0);
  const perDay = credits / counted.length;
  return { credits, from: first.date, to: last.date, days: counted.length, perDay, daysLeft: Math.floor(balance / perDay) };
}
