/** What the score of a model is made of, in the order in which it is shown. */
export const ROUTING_PARTS = ["quality", "availability", "cost", "latency"] as const;
export type RoutingPart = (typeof ROUTING_PARTS)[number];

export const perPart = <Value>(of: (part: RoutingPart) => Value): Record<RoutingPart, Value> => ({
  quality: of("quality"),
  availability: of("availability"),
  cost: of("cost"),
  latency: of("latency"),
});

/** No latencies are known: every model gets the same value, so latency never decides. */
export const NEUTRAL_LATENCY = 0.5;
