import { beforePayment } from "./purchase-flow/before-payment";
import type { Event, EventType } from "./purchase-flow/purchase-events";
import { paymentAtRisk, paymentOf, type Flow, type Order, type Payment, type State, type Step } from "./purchase-flow/purchase-state";
import { whileCrediting } from "./purchase-flow/while-crediting";
import { whilePaying } from "./purchase-flow/while-paying";

type AnyReaction = (state: State, event: Event, flow: Flow) => State | { state: State; order: Order };

/** Every state's reactions; an event that a state does not name leaves it as it is. */
export const REACTIONS = { ...beforePayment, ...whilePaying, ...whileCrediting } as unknown as Readonly<
  Record<Step, Partial<Record<EventType, AnyReaction>>>
>;

export const newFlow = (order: Order, unfinished: readonly Payment[] = []): Flow => ({ order, state: { step: "editing" }, unfinished });

const without = (payments: readonly Payment[], id: string | undefined): readonly Payment[] =>
  payments.some((payment) => payment.id === id) ? payments.filter((payment) => payment.id !== id) : payments;

/** A payment that may have been made stays until it is credited or known not to have been made. */
function withLeft(unfinished: readonly Payment[], before: State, after: State): readonly Payment[] {
  const left = paymentAtRisk(before);
  const now = paymentOf(after);
  const others = without(unfinished, now?.id);
  return left === null || left.id === now?.id ? others : [...without(others, left.id), left];
}

/** The payments that must survive a reload. */
export function recordsOf({ state, unfinished }: Flow): readonly Payment[] {
  const open = paymentAtRisk(state);
  return open === null ? unfinished : [...without(unfinished, open.id), open];
}

/** A wallet's answer for a payment that the buyer has left changes its record, not the screen. */
function withLateAnswer(unfinished: readonly Payment[], event: Event): readonly Payment[] {
  if (event.type === "declined" || event.type === "forget") return without(unfinished, event.paymentId);
  if (event.type !== "sent" || !unfinished.some(({ id }) => id === event.paymentId)) return unfinished;
  return unfinished.map((payment) => (payment.id === event.paymentId ? { ...payment, hash: event.hash } : payment));
}

/** The purchase as one state machine; nothing is read or sent here. */
export function reduce(flow: Flow, event: Event): Flow {
  const unfinished = withLateAnswer(flow.unfinished, event);
  const reaction = REACTIONS[flow.state.step][event.type];
  const result = reaction?.(flow.state, event, flow) ?? flow.state;
  const { state, order } = "state" in result ? result : { state: result, order: flow.order };
  const kept = withLeft(unfinished, flow.state, state);
  if (state === flow.state && order === flow.order && kept === flow.unfinished) return flow;
  return { order, state, unfinished: kept };
}
