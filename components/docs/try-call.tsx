"use client";

import { useState } from "react";
import { PlainCode } from "@/components/api/plain-code";
import { refusalWords } from "@/components/ui/refusal-words";
import { callAddress, type CallInput, type CallValues } from "./call-address";
import { CallInputs } from "./call-inputs";

/** A longer answer shows its beginning. */
const MOST_CHARS = 20_000;

type State = { step: "idle" } | { step: "asking" } | { step: "answered"; status: number | null; body: string };

function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

async function ask(address: string): Promise<State> {
  try {
    const response = await fetch(address, { cache: "no-store" });
    return { step: "answered", status: response.status, body: readable(await response.text()) };
  } catch {
    return { step: "answered", status: null, body: refusalWords(null) };
  }
}

function Answered({ status, body }: { status: number | null; body: string }) {
  const isCut = body.length > MOST_CHARS;
  return (
    <div className="grid min-w-0 gap-2">
      <p role="status" className="text-small text-fg-muted">
        {status === null ? "No answer came." : `Answered with ${status}.`}
        {isCut && " Only the beginning of the answer stands here."}
      </p>
      <PlainCode text={isCut ? body.slice(0, MOST_CHARS) : body} label="The answer to this call" />
    </div>
  );
}

interface Props {
  template: string;
  inputs: readonly CallInput[];
  /** Where the form leads without JavaScript: the API's own answer, with what its path has in the example. */
  action: string;
}

/** A free call from this page. */
export function TryCall({ template, inputs, action }: Props) {
  const [values, setValues] = useState<CallValues>({});
  const [state, setState] = useState<State>({ step: "idle" });
  const address = callAddress(template, inputs, values);
  return (
    <section aria-labelledby="run" className="doc-section no-print">
      <h2 id="run" className="text-h2">
        Run
      </h2>
      <form
        action={action}
        className="card grid min-w-0 gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          setState({ step: "asking" });
          void ask(address).then(setState);
        }}
      >
        <CallInputs inputs={inputs} values={values} onChange={setValues} />
        <p className="text-small">
          <code className="font-mono">GET {address}</code>
        </p>
        <p>
          <button type="submit" className="control control-primary" disabled={state.step === "asking"}>
            {state.step === "asking" ? "Asking" : "Run, free"}
          </button>
        </p>
        {state.step === "answered" && <Answered status={state.status} body={state.body} />}
      </form>
    </section>
  );
}
