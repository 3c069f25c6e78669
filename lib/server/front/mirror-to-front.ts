import type { PreparedAnswer, PreparedMirror } from "@/lib/loaders/freshness/prepared-answers";
import type { ToFront } from "./protocol";

/** An answer that the front may have dropped is sent again, but not with every call that finds it here. */
const RESEND_MS = 5000;

type Post = (message: ToFront, transfer?: ArrayBuffer[]) => void;

/** Bytes alone in their buffer: a view of a larger one would take all of it along. */
const alone = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function send(post: Post, key: string, answer: PreparedAnswer): void {
  const [identity, gzip, br] = [alone(answer.identity), answer.gzip && alone(answer.gzip), answer.br && alone(answer.br)];
  const transfer = [identity, gzip, br].flatMap((bytes) => (bytes ? [bytes.buffer] : []));
  post({ kind: "answer", key, answer: { ...answer, identity, gzip, br } }, transfer);
}

/** What the main thread prepares, the front gets too. */
export function mirrorToFront(post: Post): PreparedMirror {
  const sentAt = new WeakMap<PreparedAnswer, number>();
  return {
    answer(key, answer) {
      const now = Date.now();
      if (Math.abs(now - (sentAt.get(answer) ?? 0)) < RESEND_MS) return;
      sentAt.set(answer, now);
      send(post, key, answer);
    },
    target: (target, key) => post({ kind: "target", target, key }),
    versions: (versions, readAt) => post({ kind: "versions", versions, readAt }),
  };
}
