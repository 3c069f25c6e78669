import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { StringDecoder } from "node:string_decoder";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { BackupUnreadableError, readHeader } from "@/db/backup/load";
import type { BackupHeader } from "@/lib/schemas/backup";

/** Writes the text from `produce` compressed, and flushes it to disk before resolving. */
export async function writeCompressed<Result>(
  path: string,
  produce: (write: (text: string) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const gzip = createGzip();
  const written = pipeline(gzip, createWriteStream(path, { mode: 0o600, flags: "wx" }));
  const failed = written.then(() => new Promise<never>(() => undefined));
  const write = (text: string) =>
    Promise.race([failed, new Promise<void>((resolve, reject) => gzip.write(text, (error) => (error ? reject(error) : resolve())))]);
  const result = await produce(write).catch(async (error: unknown) => {
    gzip.destroy();
    await written.catch(() => undefined);
    throw error;
  });
  gzip.end();
  await written;
  const file = await open(path, "r");
  await file.sync().finally(() => file.close());
  return result;
}

/** Splits at \n only, because texts contain other line breaks. Throws BackupUnreadableError. */
export async function* readCompressedLines(path: string): AsyncGenerator<string> {
  const file = createReadStream(path);
  const text = createGunzip();
  file.on("error", (error) => text.destroy(error));
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for await (const chunk of file.pipe(text)) {
      const lines = (rest + decoder.write(chunk as Buffer)).split("\n");
      rest = lines.pop() ?? "";
      yield* lines;
    }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).startsWith("Z_")) {
      throw new BackupUnreadableError(`it is cut or damaged (${error.message})`);
    }
    throw error;
  } finally {
    file.destroy();
  }
  if (rest !== "") yield rest;
}

export async function headerOf(path: string): Promise<BackupHeader> {
  for await (const line of readCompressedLines(path)) return readHeader(line);
  throw new BackupUnreadableError("it is empty");
}
