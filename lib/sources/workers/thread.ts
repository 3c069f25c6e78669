import { tasks, type TaskName } from "./tasks";

/** Entry of a worker thread. */
export default function runTask({ name, input }: { name: TaskName; input: never }): unknown {
  const task = tasks[name] as (input: unknown) => unknown;
  return task(input);
}
