"use client";

import { useState } from "react";
import { useIsLeaving } from "@/components/ui/leaving";
import { refusalWords } from "@/components/ui/refusal-words";
import { formatMoment } from "@/lib/domain/pages/format";

interface PreviewAnswer {
  computed_at: string;
  rate_limit: { limit: number; remaining: number };
  recommendation: { model: string; provider: string } | null;
  notes: readonly string[];
}

type State =
  | { step: "idle" }
  | { step: "asking" }
  | { step: "answered"; answer: PreviewAnswer }
  | { step: "refused"; message: string; isUsedUp: boolean };

async function ask(address: string): Promise<State> {
  try {
    const response = await fetch(address, { cache: "no-store" });
    const body = await response.json();
    if (response.ok) return { step: "answered", answer: body as PreviewAnswer };
    const { message } = body as { message?: string };
    return {
      step: "refused",
      message: message ?? refusalWords(response.status),
      isUsedUp: response.status === 429,
    };
  } catch {
    return { step: "refused", message: refusalWords(null), isUsedUp: false };
  }
}

function Answered({ answer: { recommendation, rate_limit: limit, notes, computed_at: at } }: { answer: PreviewAnswer }) {
  return (
    <div role="status" className="mt-3">
      {recommendation ? (
        <p>
          <span className="text-h2 font-semibold">{recommendation.model}</span> of {recommendation.provider}
        </p>
      ) : (
        <p>No model fits.</p>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-1 text-small text-fg-muted">
          {note}
        </p>
      ))}
      <p className="mt-1 text-small text-fg-muted">
        {limit.remaining} of {limit.limit} free today. Computed {formatMoment(at)}.
      </p>
    </div>
  );
}

interface Props {
  path: string;
  query: Readonly<Record<string, string>>;
  perDay: number;
  /** Price of the whole ranking. */
  credits: number;
}

/** The free answers of a day are counted, so that one is asked for by its button alone. Without JavaScript the form leads to the API's own answer. */
export function PreviewRun({ path, query, perDay, credits }: Props) {
  const address = `${path}?${new URLSearchParams(query)}`;
  const [asked, setAsked] = useState<{ address: string; state: State }>({ address, state: { step: "idle" } });
  const isLeaving = useIsLeaving();
  // What was asked for other parameters does not stand under these.
  const state: State = asked.address === address ? asked.state : { step: "idle" };
  async function run() {
    setAsked({ address, state: { step: "asking" } });
    const answered = await ask(address);
    setAsked((now) => (now.address === address ? { address, state: answered } : now));
  }
  return (
    <section aria-labelledby="preview" className="card p-4">
      <h2 id="preview" className="text-h2">
        The first one, free
      </h2>
      <p className="mt-1 max-w-[68ch] text-small text-fg-muted">
        The best model for the task with the standard weights, without prices and parts. {perDay} such answers a UTC day are free; asking
        for one uses it.
      </p>
      <form
        action={path}
        className="no-print mt-3"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {Object.entries(query).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button type="submit" className="control" disabled={isLeaving || state.step === "asking"}>
          {state.step === "asking" ? "Asking" : "Ask for the first one"}
        </button>
      </form>
      {state.step === "answered" && <Answered answer={state.answer} />}
      {state.step === "refused" && (
        <p role="alert" className="mt-3">
          {state.message}
          {state.isUsedUp && ` The whole ranking below costs ${credits} ${credits === 1 ? "credit" : "credits"}.`}
        </p>
      )}
    </section>
  );
}
