import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { REACTIONS, reduce } from "@/lib/domain/money/purchase-flow";
import { otherActions, primaryAction } from "@/lib/domain/money/purchase-flow/purchase-actions";
import { walk, type Machine } from "./flow-model";

const RIGHT: Machine = { reduce, primary: primaryAction, others: otherActions };
const SEED = 17;
const WALKS = 1500;
/** Numbers that a walk draws; an event takes about four. */
const STEPS = 1000;

function walkThrough(machine: Machine, visited = new Map<string, number>()): Map<string, number> {
  const draws = fc.noBias(fc.array(fc.nat(), { minLength: STEPS, maxLength: STEPS, size: "max" }));
  for (const numbers of fc.sample(draws, { numRuns: WALKS, seed: SEED })) walk(machine, numbers, visited);
  return visited;
}

describe("random purchases", () => {
  test("never offer Send twice for a quote, lose a paid one or show two primary actions, and visit every transition", () => {
    const visited = walkThrough(RIGHT);
    const all = Object.entries(REACTIONS).flatMap(([step, reactions]) => Object.keys(reactions).map((type) => `${step} ${type}`));
    const steps = new Set([...visited.keys()].map((pair) => pair.split(" ")[0]));
    const fewest = Math.min(...visited.values());
    process.stdout.write(`${steps.size} states, ${visited.size} of ${all.length} transitions, each at least ${fewest} times\n`);
    expect(all.filter((pair) => !visited.has(pair))).toEqual([]);
  });

  const faults: Record<string, Machine> = {
    "a declined quote that is offered again": {
      ...RIGHT,
      reduce(flow, event) {
        if (event.type !== "again" || flow.state.step !== "declined") return reduce(flow, event);
        const { payment, account } = flow.state;
        return { ...flow, state: { step: "review", payment, account, urgency: "fresh", isElsewhere: false } };
      },
    },
    "a left payment that is forgotten": { ...RIGHT, reduce: (flow, event) => ({ ...reduce(flow, event), unfinished: [] }) },
    "a second Send beside the first": {
      ...RIGHT,
      others: (flow) => (flow.state.step === "review" ? [...otherActions(flow), "send"] : otherActions(flow)),
    },
    "a wait that goes back to the review": {
      ...RIGHT,
      reduce(flow, event) {
        if (event.type !== "stop-waiting" || flow.state.step !== "signing") return reduce(flow, event);
        const { payment } = flow.state;
        return { ...flow, state: { step: "review", payment, account: payment.quote.sender!, urgency: "fresh", isElsewhere: false } };
      },
    },
  };
  for (const [name, machine] of Object.entries(faults)) {
    test(`${name} is caught`, () => {
      expect(() => walkThrough(machine)).toThrow(/twice|again|lost|beside/);
    });
  }
});
