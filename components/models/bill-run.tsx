"use client";

import { lazy, useState, type ReactNode } from "react";
import { RunBlock, type PremiumRequest } from "@/components/premium/run-block";
import { Note } from "@/components/ui/states";
import { PasteField } from "@/components/verify/paste-field";
import type { BillAnswer } from "./premium-answers";

const BillShown = lazy(() => import("./bill-answer").then((file) => ({ default: file.BillShown })));

const PLACEHOLDER = "model,at,input,output\ngpt-5,2026-08-21,1000000,200000";
const BYTES_OF_MB = 1024 * 1024;

interface Props {
  request: PremiumRequest;
  mostBytes: number;
  /** Drawn by the server, so that the page needs no code for it. */
  example: ReactNode;
}

/** Usage that is pasted, opened or dropped, and the bill that is made of it. */
export function BillRun({ request, mostBytes, example }: Props) {
  const [text, setText] = useState("");
  const isTooLong = new Blob([text]).size > mostBytes;
  const input = (
    <div
      className="mt-3 grid gap-3"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void event.dataTransfer.files[0]?.text().then(setText);
      }}
    >
      <PasteField
        label="Usage: paste an export, or drop its file here"
        fileLabel="Or open a file"
        value={text}
        rows={5}
        placeholder={PLACEHOLDER}
        accept=".csv,.jsonl,.ndjson,text/csv"
        onChange={setText}
      />
      {isTooLong && (
        <Note tone="warn">
          <p role="alert">This is longer than {mostBytes / BYTES_OF_MB} MB. Add it up by day, or send it in parts.</p>
        </Note>
      )}
    </div>
  );
  return (
    <RunBlock<BillAnswer>
      title="The bill"
      lead="Each line at the price of its own time, with the reading it stands on, and the sums by model and month, signed."
      request={{ ...request, body: text }}
      example={example}
      isExampleOpen
      input={input}
      canRun={text.trim() !== "" && !isTooLong}
    >
      {(answer) => <BillShown answer={answer} />}
    </RunBlock>
  );
}
