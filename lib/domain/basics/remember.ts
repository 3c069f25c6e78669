import { LRUCache } from "lru-cache";

/** Memoizes `work` for `capacity` keys; the least recently used one is evicted first. */
export function remember<Key extends string | number, Answer extends {}>(
  work: (key: Key) => Answer,
  capacity: number,
): (key: Key) => Answer {
  const answers = new LRUCache<Key, Answer>({ max: capacity, memoMethod: (key) => work(key) });
  return (key) => answers.memo(key);
}
