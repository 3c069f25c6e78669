import { tasks, type TaskName } from "./tasks";

export default function runTask({ name, input }: { name: TaskName; input: never }): unknown {
  const task = tasks[name] as (input: unknown) => unknown;
  return task(input);
}
