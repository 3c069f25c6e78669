import { withoutSecrets } from "./log";

type Write = NodeJS.WriteStream["write"];

const PLAIN = Symbol.for("plain-write");
type Guarded = NodeJS.WriteStream & { [PLAIN]?: Write };

function cleaned(chunk: string | Uint8Array): string | Uint8Array {
  const text = typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8");
  const clean = withoutSecrets(text);
  return clean === text ? chunk : clean;
}

function guard(stream: Guarded): void {
  if (stream[PLAIN]) return;
  const plain = stream.write.bind(stream) as (chunk: string | Uint8Array, ...rest: unknown[]) => boolean;
  stream[PLAIN] = plain as Write;
  stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => plain(cleaned(chunk), ...rest)) as Write;
}

/**
 * From now on no secret leaves this process by stdout or stderr, whoever prints it: the console of a library, Next,
 * a warning of node's. What worker threads print comes through here as well. A second call changes nothing.
 */
export function guardOutput(): void {
  guard(process.stdout);
  guard(process.stderr);
}

/** For what an operator asked to be shown, a token that was just made. */
export function printSecret(text: string): void {
  const stream: Guarded = process.stdout;
  (stream[PLAIN] ?? stream.write.bind(stream))(text);
}
