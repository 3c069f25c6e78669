import type { TaskName, Tasks } from "./tasks";

type Input<Name extends TaskName> = Parameters<Tasks[Name]>[0];
type Output<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

export interface WorkerPool {
  run<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Output<Name>>;
}

const POOL = Symbol.for("worker-pool");
const shared = globalThis as { [POOL]?: WorkerPool };

/** Kept on globalThis because the node server and the Next bundle are two module graphs in one process. */
export function registerPool(pool: WorkerPool | undefined): void {
  shared[POOL] = pool;
}

/** Runs in a worker thread where a pool is registered (our server), inline elsewhere (Vercel, tests). */
export async function offload<Name extends TaskName>(name: Name, input: Input<Name>): Promise<Output<Name>> {
  const pool = shared[POOL];
  if (pool) return pool.run(name, input);
  const { tasks } = await import("./tasks");
  const task = tasks[name] as (input: Input<Name>) => Promise<Output<Name>> | Output<Name>;
  return task(input);
}
