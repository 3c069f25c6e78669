import { env } from "@/lib/config/env";

const CRASH_POINTS = [
  "call:held",
  "call:computed",
  "call:captured",
  "claim:verified",
  "claim:claimed",
  "claim:noted",
  "claim:settled",
  "confirm:verified",
  "confirm:claimed",
  "confirm:credited",
  "gasless:claimed",
  "gasless:noted",
  "gasless:settled",
] as const;

export type CrashPoint = (typeof CRASH_POINTS)[number];

export async function crashPoint(name: CrashPoint): Promise<void> {
  if (env().CRASH_AT !== name) return;
  process.kill(process.pid, "SIGKILL");
  await new Promise(() => undefined);
}
