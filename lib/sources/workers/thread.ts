import { SourceError } from "../http/source";
import type { ThreadResult } from "./pool";
import { tasks, type TaskName } from "./tasks";

export default async function runTask({ name, input }: { name: TaskName; input: never }): Promise<ThreadResult> {
  const task = tasks[name] as (input: unknown) => unknown;
  try {
    return { output: await task(input) };
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    return { fault: error.fault, message: error.message };
  }
}
