import { withoutSecrets } from "./without-secrets";

type Write = NodeJS.WriteStream["write"];

const UNGUARDED_WRITE = Symbol.for("plain-write");
type GuardedStream = NodeJS.WriteStream & { [UNGUARDED_WRITE]?: Write };

function cleaned(chunk: string | Uint8Array): string | Uint8Array {
  const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
  const clean = withoutSecrets(text);
  return clean === text ? chunk : clean;
}

function guard(stream: GuardedStream): void {
  if (stream[UNGUARDED_WRITE]) return;
  const plain = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
  stream[UNGUARDED_WRITE] = plain as Write;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => plain(cleaned(chunk), ...rest)) as Write;
}

/** Removes secrets from all output of this process: libraries, Next, node's warnings, worker threads. Calling it twice is harmless. */
export function guardOutput(): void {
  guard(process.stdout);
  guard(process.stderr);
}

/** Writes past the guard, for a secret that the operator asked to see: a new token. */
export function printSecret(text: string): void {
  const stream: GuardedStream = process.stdout;
  (stream[UNGUARDED_WRITE] ?? stream.write.bind(stream))(text);
}
