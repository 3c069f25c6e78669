export interface UnreadSource {
  source: string;
  fault: string;
}

const MOST_NAMED = 5;

function describeUnread(unread: readonly UnreadSource[]): string {
  const named = unread.slice(0, MOST_NAMED).map(({ source, fault }) => `${source} ${fault}`);
  const others = unread.length - named.length;
  return `none of ${unread.length} sources could be read: ${named.join(", ")}${others > 0 ? `, and ${others} more` : ""}`;
}

/** Ends a run that has brought nothing new. Its message names sources and faults only, so that /api/health may repeat it. */
export class NothingReadError extends Error {
  readonly unread: number;
  constructor(unread: readonly UnreadSource[]) {
    super(describeUnread(unread));
    this.name = "NothingReadError";
    this.unread = unread.length;
  }
}

/** Fails the run of a job none of whose sources could be read. What each failed with is recorded by then. */
export function requireOneRead(tried: number, unread: readonly UnreadSource[]): void {
  if (tried > 0 && unread.length === tried) throw new NothingReadError(unread);
}
