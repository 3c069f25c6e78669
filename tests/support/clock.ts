/** As in a process that has just begun: no earlier time is known that the clock could disagree with. */
export function forgetClock(): void {
  delete (globalThis as Record<symbol, unknown>)[Symbol.for("service-clock")];
}
