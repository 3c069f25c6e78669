"use client";

import { Field } from "@/components/ui/fields";
import { useId, useState } from "react";
import { PlainCode } from "@/components/api/plain-code";
import { useHeldToken } from "@/components/premium/held-token";
import { TokenField } from "@/components/premium/token-field";
import { callAddress, type CallInput, type CallValues } from "./call-address";
import { CallInputs } from "./call-inputs";
import { makeCall, type CallResponse } from "./make-call";

/** A longer answer shows its beginning. */
const MOST_CHARS = 20_000;

type State = { step: "idle" } | { step: "asking" } | { step: "token needed" } | ({ step: "answered" } & CallResponse);

function Answered({ status, text }: CallResponse) {
  const isCut = text.length > MOST_CHARS;
  return (
    <div className="grid min-w-0 gap-2">
      <p role="status" className="text-small text-fg-muted">
        {status === null ? "No answer came." : `Answered with ${status}.`}
        {isCut && " Only the beginning of the answer stands here."}
      </p>
      <PlainCode text={isCut ? text.slice(0, MOST_CHARS) : text} label="The answer to this call" />
    </div>
  );
}

function BodyField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <Field label="Body, as JSON" box="min-w-0">
      <textarea
        rows={Math.min(16, value.split("\n").length + 1)}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        spellCheck={false}
        autoComplete="off"
        className="control py-2 font-mono text-small"
      />
    </Field>
  );
}

/** What the reader should know before the button is pressed. */
function Notes({ method, needsToken, isTokenMissing }: { method: string; needsToken: boolean; isTokenMissing: boolean }) {
  return (
    <>
      {method !== "GET" && <p className="text-small">This is a real call: what it changes stays changed.</p>}
      {isTokenMissing && (
        <p role="status" className="text-small">
          A token is needed to run this: paste one above. Who has none can <a href="/buy">buy one</a>. Nothing was asked.
        </p>
      )}
      {(method !== "GET" || needsToken) && (
        <noscript>
          <p className="text-small">Without JavaScript, make this call by curl.</p>
        </noscript>
      )}
    </>
  );
}

interface Props {
  method: string;
  template: string;
  inputs: readonly CallInput[];
  /** The body of the example; null where nothing is sent along. */
  body: string | null;
  needsToken: boolean;
  price: string;
  /** Address that the form asks without JavaScript; null where no form can. Its path has the example's values. */
  action: string | null;
}

/** A call of this very service from its page of the documentation, made by its button alone. */
export function TryCall({ method, template, inputs, body: example, needsToken, price, action }: Props) {
  const id = useId();
  const [values, setValues] = useState<CallValues>({});
  const [body, setBody] = useState(example);
  const [state, setState] = useState<State>({ step: "idle" });
  const token = useHeldToken();
  const address = callAddress(template, inputs, values);
  const isRefused = state.step === "answered" && state.status === 401;

  async function run() {
    if (needsToken && token === "") return setState({ step: "token needed" });
    setState({ step: "asking" });
    setState({ step: "answered", ...(await makeCall({ method, address, token: needsToken ? token : null, body })) });
  }

  return (
    <section aria-labelledby="run" className="doc-section no-print">
      <h2 id="run" className="text-h2">
        Run
      </h2>
      <form
        {...(action === null ? {} : { action })}
        className="card grid min-w-0 gap-3 p-4"
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        {inputs.length > 0 && <CallInputs inputs={inputs} values={values} onChange={setValues} />}
        {body !== null && <BodyField value={body} onChange={setBody} />}
        {(state.step === "token needed" || isRefused) && needsToken && <TokenField id={`${id}-token`} isRefused={isRefused} />}
        <p className="text-small">
          <code className="font-mono">
            {method} {address}
          </code>
        </p>
        <Notes method={method} needsToken={needsToken} isTokenMissing={state.step === "token needed" && token === ""} />
        <p>
          <button type="submit" className="control control-primary" disabled={state.step === "asking"}>
            {state.step === "asking" ? "Asking" : `Run, ${price}`}
          </button>
        </p>
        {state.step === "answered" && <Answered status={state.status} text={state.text} />}
      </form>
    </section>
  );
}
