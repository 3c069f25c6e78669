import type { Choice } from "./chosen-models";

/** Says that the models are the page's choice, where the reader named none. */
export function SuggestedNote({ choice: { isSuggested, listed } }: { choice: Choice }) {
  if (!isSuggested || listed.length === 0) return null;
  return (
    <p className="self-center text-small text-fg-muted">
      {listed.length === 1 ? "To begin with, the flagship of a maker." : `To begin with, the flagships of ${listed.length} makers.`}
    </p>
  );
}
