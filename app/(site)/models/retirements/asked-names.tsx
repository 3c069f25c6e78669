import { Note } from "@/components/ui/states";
import type { retirements } from "@/lib/endpoints/models/retirements";
import type { AnswerOf } from "@/lib/pages/answer";

/** Names of which no end is listed, and why. */
export function AskedNames({ asked }: { asked: AnswerOf<typeof retirements>["asked"] }) {
  const unanswered = asked.filter(({ note }) => note !== null);
  if (unanswered.length === 0) return null;
  return (
    <Note>
      <ul>
        {unanswered.map(({ query, note }) => (
          <li key={query}>
            <code className="font-mono text-small break-all">{query}</code>: {note}
          </li>
        ))}
      </ul>
    </Note>
  );
}
