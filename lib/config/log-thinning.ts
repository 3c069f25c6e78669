export type Level = "debug" | "info" | "warn" | "error";
export type Details = Record<string, unknown>;

type Write = (level: Level, message: string, details: Details) => void;

/** Lines that were held back since the last line about the same cause. */
interface Held {
  count: number;
  level: Level;
  message: string;
  details: Details;
}

const PAUSE_MS = 1000;
/** Causes of which lines are held back at the same time. Lines about further ones are written at once. */
const MOST_CAUSES = 100;

const firstLineOf = (text: string): string => text.split("\n", 1)[0] ?? "";

/** The innermost cause, without the numbers in which two failures of one kind differ. */
function causeOf({ error }: Details): string | null {
  if (typeof error !== "string") return null;
  return firstLineOf(error.split("; cause: ").at(-1) ?? "").replace(/\d+/g, "#");
}

/** The first line of each error in the chain: the stacks stand in the line that came first. */
const shortened = (error: unknown): string => String(error).split("; cause: ").map(firstLineOf).join("; cause: ");

/**
 * Writes one line a second about each cause. While a store is away every call fails for the same
 * reason, and each would log its stacks. `repeated` says how many lines one stands for.
 */
export function thinOut(write: Write): Write {
  const pauses = new Map<string, Held>();

  function pause(cause: string): void {
    const held: Held = { count: 0, level: "error", message: "", details: {} };
    pauses.set(cause, held);
    setTimeout(() => {
      pauses.delete(cause);
      if (held.count === 0) return;
      write(held.level, held.message, { ...held.details, error: shortened(held.details.error), repeated: held.count });
      pause(cause);
    }, PAUSE_MS).unref();
  }

  return (level, message, details) => {
    const cause = causeOf(details);
    const held = cause === null ? undefined : pauses.get(cause);
    if (held) return void Object.assign(held, { count: held.count + 1, level, message, details });
    write(level, message, details);
    if (cause !== null && pauses.size < MOST_CAUSES) pause(cause);
  };
}
