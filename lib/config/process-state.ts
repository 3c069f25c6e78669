/** One global for all that our server and Next's bundle share: each of the two has a copy of every module, and with it of its variables. */
const STATE = Symbol.for("ai-ecosystem-data");
const shared = globalThis as { [STATE]?: Map<string, unknown> };

/** The state of this process under a name, made by whichever copy of the module asks for it first. */
export function processState<Value extends object>(name: string, make: () => Value): Value {
  const states = (shared[STATE] ??= new Map());
  if (!states.has(name)) states.set(name, make());
  return states.get(name) as Value;
}
