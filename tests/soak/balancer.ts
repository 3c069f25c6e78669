import { setTimeout as delay } from "node:timers/promises";
import { httpCall, type HttpAnswer, type HttpCall } from "../support/server/http-call";
import type { Member } from "./member";

const PROBE_EVERY_MS = 500;
const PROBE_TIMEOUT_MS = 1500;

/** A connection that broke before its answer was whole. */
export class LostAnswer extends Error {
  constructor(
    readonly member: Member,
    cause: unknown,
  ) {
    super(`${member.name} broke the connection`, { cause });
    this.name = "LostAnswer";
  }
}

export interface Balancer {
  send(call: HttpCall): Promise<HttpAnswer & { member: Member }>;
  /** True when every process says that it can answer calls. */
  isWhole(): boolean;
  stop(): Promise<void>;
}

async function isReady(member: Member): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${member.port}/api/health/ready`, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

const isRefused = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ECONNREFUSED";

/** Gives each call to the next process that is ready. Where none is, the next one gets it, and says so itself. */
export function startBalancer(members: readonly Member[]): Balancer {
  const ready = new Set(members);
  let [turn, isStopped] = [0, false];
  async function probe(member: Member): Promise<void> {
    while (!isStopped) {
      if (await isReady(member)) ready.add(member);
      else ready.delete(member);
      await delay(PROBE_EVERY_MS);
    }
  }
  const probes = members.map(probe);
  function next(): Member {
    const candidates = members.filter((member) => ready.has(member));
    const among = candidates.length > 0 ? candidates : members;
    return among[turn++ % among.length] as Member;
  }
  return {
    async send(call) {
      for (let tries = 1; ; tries++) {
        const member = next();
        try {
          return { ...(await httpCall(member.port, call)), member };
        } catch (error) {
          // Nothing was sent on a refused connection, so that another process may be asked.
          if (!isRefused(error) || tries > members.length) throw new LostAnswer(member, error);
          ready.delete(member);
        }
      }
    },
    isWhole: () => ready.size === members.length,
    async stop() {
      isStopped = true;
      await Promise.all(probes);
    },
  };
}
