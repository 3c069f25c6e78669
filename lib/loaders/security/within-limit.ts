import { SourceError } from "@/lib/sources/http/source";

/** How long a caller waits for one source; below the deadline of an answer. */
const LIMIT_MS = 9_000;

/** Work that takes longer goes on, and fills the cache for the next caller. */
export async function withinLimit<Result>(work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new SourceError("timeout", `no whole answer within ${LIMIT_MS} ms`)), LIMIT_MS);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
