"use client";

import { useState } from "react";
import { PlainCode } from "@/components/api/plain-code";
import { RunBlock } from "@/components/premium/run-block";
import { callAddress, type CallInput, type CallValues } from "./call-address";
import { CallInputs } from "./call-inputs";

interface Props {
  template: string;
  inputs: readonly CallInput[];
  credits: number;
  usd: string;
}

/** A call that costs credits, made with the reader's own token or account, and by its button alone. */
export function TryPaidCall({ template, inputs, credits, usd }: Props) {
  const [values, setValues] = useState<CallValues>({});
  const address = callAddress(template, inputs, values);
  return (
    <div className="grid min-w-0 gap-3">
      {inputs.length > 0 && (
        <div className="card no-print p-4">
          <CallInputs inputs={inputs} values={values} onChange={setValues} />
        </div>
      )}
      <RunBlock<object> title="Run" lead={`GET ${address}, with your token or on your account.`} request={{ address, credits, usd }}>
        {(answer) => <PlainCode text={JSON.stringify(answer, null, 2)} label="The answer to this call" />}
      </RunBlock>
    </div>
  );
}
