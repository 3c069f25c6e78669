import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface ReplayedAnswer {
  url: string;
  body?: string | Uint8Array;
  status?: number;
  headers?: Record<string, string>;
  delay_ms?: number;
}

export interface ReplayFolder {
  path: string;
  answer(answers: readonly ReplayedAnswer[]): void;
  remove(): void;
}

export function replayFolder(): ReplayFolder {
  const path = mkdtempSync(join(tmpdir(), "replay-"));
  return {
    path,
    answer(answers) {
      const entries = answers.map(({ body, ...entry }, position) => {
        writeFileSync(join(path, `${position}`), body ?? "");
        return { ...entry, file: `${position}` };
      });
      writeFileSync(join(path, "replay.json"), JSON.stringify(entries));
    },
    remove: () => rmSync(path, { recursive: true }),
  };
}
