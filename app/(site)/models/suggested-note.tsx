import { Note } from "@/components/ui/states";
import type { Choice } from "./chosen-models";

/** Says that the models are the page's choice, where the reader named none. */
export function SuggestedNote({ choice: { isSuggested, listed } }: { choice: Choice }) {
  if (!isSuggested || listed.length === 0) return null;
  return (
    <div className="mb-4">
      <Note>
        You have named no model:{" "}
        {listed.length === 1 ? "this is the newest flagship of a maker" : `these are the newest flagships of ${listed.length} makers`}. Name
        your own above.
      </Note>
    </div>
  );
}
