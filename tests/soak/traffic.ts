import { setTimeout as delay } from "node:timers/promises";
import type { HttpAnswer, HttpCall } from "../support/server/http-call";
import { LostAnswer } from "./balancer";
import { essenceOf } from "./essence";
import { chargeOf, pick, questions, type Question } from "./questions";
import { countAnswer, countWrong, type Tally } from "./tally";
import type { Payer, World } from "./world";

const ANSWERED_WITHIN_MS = 45_000;
/** After a connection that broke; refusals say themselves when to ask again. */
const RETRY_SECONDS = 1;
/** A hold of a call whose process died ends after a minute, and only then its key may be asked again. */
const GIVES_UP_MS = 180_000;
const TICK_MS = 20;
const MAX_OPEN = 3000;

export interface Traffic {
  all: readonly Question[];
  /** What each compared question is answered with. */
  references: ReadonlyMap<string, string>;
  /** Credits that delivered answers said they cost, by account. */
  charged: Map<number, number>;
  /** Paid questions that were never answered. */
  unanswered: number;
}

/** Asks every process the same, and refuses to begin where they differ. */
export async function agreeOnAnswers({ members, payers, rpc, balancer }: World): Promise<Traffic> {
  const [all, references, charged] = [questions(rpc !== null), new Map<string, string>(), new Map<number, number>()];
  const payer = payers[0] as Payer;
  for (const question of all.filter(({ isCompared, name }) => isCompared && name.startsWith("/api/"))) {
    for (const _ of members) {
      const answer = await balancer.send(question.call(payer));
      if (answer.status !== 200) throw new Error(`${question.name} is answered with ${answer.status} before any fault: ${answer.text}`);
      const essence = essenceOf(answer.text);
      charged.set(payer.accountId, (charged.get(payer.accountId) ?? 0) + (chargeOf(answer) ?? 0));
      const known = references.get(question.name);
      if (known !== undefined && known !== essence) throw new Error(`two processes answer ${question.name} differently before any fault`);
      references.set(question.name, essence);
    }
  }
  return { all, references, charged, unanswered: 0 };
}

export interface Watch {
  tally: Tally;
  /** True from the beginning of a fault until the service must be back to normal. */
  isTroubled(): boolean;
  areStatesHidden(): boolean;
}

/** Seconds after which to ask again; null when the question is answered. */
type Verdict = number | null;

/**
 * Errors that a client may meet during a fault. The store is away, its first request still holds the
 * key, or too many of its calls failed.
 */
const BUSY: ReadonlySet<number> = new Set([409, 429, 503]);

/** A refusal during a fault says when to ask again. The key of a call whose process died is held for a minute, also later. */
function judgeRefusal(question: Question, { status, headers, text }: HttpAnswer, isAllowed: boolean, { tally }: Watch): number {
  const seconds = Number(headers["retry-after"]);
  if (!BUSY.has(status) || !(seconds > 0) || (status !== 503 && !question.isPaid)) {
    countWrong(tally, `${question.name}: ${status}${seconds > 0 ? "" : " without Retry-After"}: ${text.slice(0, 300)}`);
  } else if (!isAllowed && status !== 409) {
    countWrong(tally, `${question.name}: ${status} while nothing was at fault: ${text.slice(0, 300)}`);
  }
  return seconds > 0 ? seconds : RETRY_SECONDS;
}

const UNKNOWN_STATE = '"status":"unknown"';

/**
 * A state that could not be read is unknown, which changes how a model ranks. That answer is right,
 * and another one than before.
 */
function judgeAnswer(question: Question, text: string, { references }: Traffic, { tally, areStatesHidden }: Watch): void {
  const expected = references.get(question.name);
  if (expected === undefined || essenceOf(text) === expected) return;
  if (areStatesHidden() && text.includes(UNKNOWN_STATE)) {
    tally.unknownStates += 1;
    return;
  }
  countWrong(tally, `${question.name}: another answer than before the faults: ${differenceOf(expected, essenceOf(text))}`);
}

function differenceOf(expected: string, got: string): string {
  const at = [...expected].findIndex((letter, index) => letter !== got[index]);
  return `${JSON.stringify(expected.slice(Math.max(0, at - 60), at + 60))} became ${JSON.stringify(got.slice(Math.max(0, at - 60), at + 60))}`;
}

interface Asked {
  question: Question;
  payer: Payer;
  call: HttpCall;
}

async function askOnce({ question, payer, call }: Asked, world: World, traffic: Traffic, watch: Watch): Promise<Verdict> {
  const began = performance.now();
  const wasTroubled = watch.isTroubled();
  const answer = await world.balancer.send(call);
  const isTroubled = wasTroubled || watch.isTroubled();
  countAnswer(watch.tally, question.name, answer.status);
  if (!isTroubled) watch.tally.milliseconds.push(performance.now() - began);
  if (answer.status !== question.status) return judgeRefusal(question, answer, isTroubled, watch);
  judgeAnswer(question, answer.text, traffic, watch);
  if (!question.isPaid) return null;
  const credits = chargeOf(answer);
  if (credits === null) countWrong(watch.tally, `${question.name}: a paid answer does not say what it cost`);
  traffic.charged.set(payer.accountId, (traffic.charged.get(payer.accountId) ?? 0) + (credits ?? 0));
  return null;
}

/** Only a process that was killed may break a connection. */
function judgeLoss(question: Question, error: unknown, { tally }: Watch): Verdict {
  if (!(error instanceof LostAnswer)) throw error;
  if (error.member.isKilled()) tally.resets += 1;
  else countWrong(tally, `${question.name}: ${error.message}, and was not killed: ${String(error.cause)}`);
  return RETRY_SECONDS;
}

/** A paid question is asked with one key until it is answered. What was charged can then be known exactly. */
async function ask(question: Question, payer: Payer, world: World, traffic: Traffic, watch: Watch): Promise<void> {
  const asked = { question, payer, call: question.call(payer) };
  const givesUpAt = performance.now() + GIVES_UP_MS;
  while (performance.now() < givesUpAt) {
    const late = setTimeout(
      () => countWrong(watch.tally, `${question.name}: no answer within ${ANSWERED_WITHIN_MS / 1000} s`),
      ANSWERED_WITHIN_MS,
    );
    const seconds = await askOnce(asked, world, traffic, watch)
      .catch((error: unknown) => judgeLoss(question, error, watch))
      .finally(() => clearTimeout(late));
    if (seconds === null || !question.isPaid) return;
    await delay(seconds * 1000);
  }
  traffic.unanswered += 1;
}

export interface Load {
  /** Ends the load once everything that was asked is answered. */
  stop(): Promise<void>;
  /** How many were not asked because too many were open. */
  leftOut(): number;
}

const payerOf = ({ payers }: World, random: () => number): Payer => payers[Math.floor(random() * payers.length)] as Payer;

/** So many questions a second, whether the former ones are answered or not. */
export function startLoad(perSecond: number, world: World, traffic: Traffic, watch: Watch, random: () => number): Load {
  const open = new Set<Promise<void>>();
  let [owed, last, leftOut] = [0, performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    owed += ((now - last) / 1000) * perSecond;
    last = now;
    for (; owed >= 1; owed--) {
      if (open.size >= MAX_OPEN) leftOut += 1;
      else begin();
    }
  }, TICK_MS);
  function begin(): void {
    const asked = ask(pick(traffic.all, random), payerOf(world, random), world, traffic, watch).catch((error: unknown) =>
      countWrong(watch.tally, `the soak's own fault: ${String(error)}`),
    );
    const ended = asked.finally(() => open.delete(ended));
    open.add(ended);
  }
  return {
    leftOut: () => leftOut,
    async stop() {
      clearInterval(timer);
      await Promise.all(open);
    },
  };
}

const CALLERS = 24;

/** Questions answered a second while 24 callers ask one after the other. */
export async function measureSaturation(seconds: number, world: World, traffic: Traffic, watch: Watch, random: () => number) {
  const ends = performance.now() + seconds * 1000;
  let answered = 0;
  async function caller(): Promise<void> {
    while (performance.now() < ends) {
      await ask(pick(traffic.all, random), payerOf(world, random), world, traffic, watch);
      answered += 1;
    }
  }
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return answered / seconds;
}
