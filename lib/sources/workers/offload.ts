import { processState } from "@/lib/config/process-state.mjs";
import type { TaskName, Tasks } from "./tasks";

type Input<Name extends TaskName> = Parameters<Tasks[Name]>[0];
type Output<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

export interface WorkerPool {
  run<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
}

const shared = processState<{ pool?: WorkerPool | undefined }>("workers", () => ({}));

export function registerPool(pool: WorkerPool | undefined): void {
  shared.pool = pool;
}

/** Runs in a worker thread where a pool is registered (our server), inline elsewhere (Vercel, tests). */
export async function offload<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const pool = shared.pool;
  if (pool) return pool.run(name, input);
  const { tasks } = await import("./tasks");
  const task = tasks[name] as (input: Input<Name>) => Promise<Output<Name>> | Output<Name>;
  return task(input);
}
