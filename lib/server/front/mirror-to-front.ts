import type { PreparedAnswer, PreparedMirror } from "@/lib/loaders/freshness/prepared-answers";
import type { ToFront } from "./protocol";

/** The front may have evicted an answer, so it is sent again, but not for every call that finds it here. */
const RESEND_MS = 5000;

type Post = (message: ToFront, transfer?: ArrayBuffer[]) => void;

/** Copies into a buffer of its own: transferring a view would take the whole larger buffer along. */
const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function send(post: Post, key: string, answer: PreparedAnswer): void {
  const [identity, gzip, br] = [ownBuffer(answer.identity), answer.gzip && ownBuffer(answer.gzip), answer.br && ownBuffer(answer.br)];
  const transfer = [identity, gzip, br].flatMap((bytes) => (bytes ? [bytes.buffer] : []));
  post({ kind: "answer", key, answer: { ...answer, identity, gzip, br } }, transfer);
}

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
