import type { PreparedAnswer, PreparedMirror } from "@/lib/loaders/freshness/prepared-answers";
import type { OtherThread } from "../threads/other-thread";
import type { FrontMethods } from "./protocol";

/** The front may have evicted an answer, so it is sent again, but not for every call that finds it here. */
const RESEND_MS = 5000;

type Front = Pick<OtherThread<FrontMethods>, "tell">;

/** Copies into a buffer of its own: transferring a view would take the whole larger buffer along. */
const ownBuffer = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

function send(front: Front, key: string, answer: PreparedAnswer & { identity: Uint8Array }): void {
  const [identity, gzip, br] = [ownBuffer(answer.identity), answer.gzip && ownBuffer(answer.gzip), answer.br && ownBuffer(answer.br)];
  const transfer = [identity, gzip, br].flatMap((bytes) => (bytes ? [bytes.buffer] : []));
  front.tell("keepAnswer", [key, { ...answer, identity, gzip, br }], transfer);
}

export function mirrorToFront(front: Front): PreparedMirror {
  const sentAt = new WeakMap<PreparedAnswer, number>();
  return {
    answer(key, answer) {
      const { identity } = answer;
      // One that is kept compressed only is sent once it is compressed well, so that the front never unpacks.
      if (identity === null) return;
      const now = Date.now();
      if (Math.abs(now - (sentAt.get(answer) ?? 0)) < RESEND_MS) return;
      sentAt.set(answer, now);
      send(front, key, { ...answer, identity });
    },
    target: (target, key) => front.tell("keepTarget", [target, key]),
    versions: (versions, readAt) => front.tell("keepVersions", [versions, readAt]),
  };
}
