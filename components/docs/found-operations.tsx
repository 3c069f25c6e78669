import { OperationList, type ListedOperation } from "./operation-list";

const EXAMPLES = [
  "is claude down",
  "cheapest model with vision",
  "forecast a price",
  "GPU prices per hour",
  "buy credits",
  "verify a receipt",
];

interface Props {
  task: string;
  operations: readonly ListedOperation[];
  /** Where a task is searched for. */
  action: string;
}

function NothingFound({ task, action }: Pick<Props, "task" | "action">) {
  return (
    <>
      <p>
        No operation has to do with “{task}”. Say what you want to know or do, in English, in a few words; names of models and providers
        need not be among them. For example:
      </p>
      <ul className="mt-3 flex flex-wrap gap-2">
        {EXAMPLES.map((example) => (
          <li key={example}>
            <a href={`${action}?q=${encodeURIComponent(example)}`} className="control">
              {example}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What fits a task, or help where nothing does. */
export function FoundOperations({ task, operations, action }: Props) {
  return (
    <section aria-labelledby="found" className="card p-4">
      <h2 id="found" className="mb-2 text-h2 [overflow-wrap:anywhere]">
        {operations.length === 0 ? "Nothing found" : `For “${task}”, the most fitting first`}
      </h2>
      {operations.length === 0 ? <NothingFound task={task} action={action} /> : <OperationList operations={operations} />}
      <p className="mt-4">
        <a href={action}>All operations and guides</a>
      </p>
    </section>
  );
}
