// @ts-check

/**
 * A global is all that our server and Next's bundle share. Each has its own copy of every module, and
 * so of its variables.
 */
const STATE = Symbol.for("ai-ecosystem-data");
const shared = /** @type {{ [STATE]?: Map<string, unknown> }} */ (globalThis);

/**
 * The state of this process under a name, made by whichever copy of the module asks for it first.
 * @template {object} Value @param {string} name @param {() => Value} make @returns {Value}
 */
export function processState(name, make) {
  const states = (shared[STATE] ??= new Map());
  if (!states.has(name)) states.set(name, make());
  return /** @type {Value} */ (states.get(name));
}
