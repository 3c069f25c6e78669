"use client";

import { Field } from "@/components/ui/fields";
import { useMemo, useState, useSyncExternalStore } from "react";
import { Note } from "@/components/ui/states";
import type { SignatureLibrary } from "@/lib/receipts/proofs/browser-signature";
import { receiptInQuery } from "@/lib/domain/receipts/receipt-link";
import type { PublishedKey } from "./examine";
import { PasteField } from "./paste-field";
import { readAnswer, readPasted } from "./read-pasted";
import { ReceiptResult } from "./receipt-result";
import { useTools, type Tools } from "./use-examination";

const NOT_READ = {
  nothing: null,
  "not-json": "This is not JSON. Paste the receipt as it stands in the answer, from its first brace to its last.",
  "no-receipt": "This is JSON, but there is no receipt in it: a receipt has a signature, and a paid answer has it under receipt.",
} as const;

function readyText(library: SignatureLibrary["name"]): string {
  const why = library === "tweetnacl" ? "tweetnacl, because the WebCrypto of this browser cannot verify Ed25519" : library;
  return `Ready, also without a connection. Signatures are checked in this browser by ${why}; what you paste stays here.`;
}

function stateText(tools: Tools | "failed" | null): string {
  if (tools === null) return "Loading the checks…";
  if (tools === "failed") return "The checks could not be loaded: reload the page while there is a connection.";
  return readyText(tools.library.name);
}

/** The address of a page that was opened stays what it is. */
const neverChanges = (): (() => void) => () => undefined;

/** Checks by itself as soon as something is pasted; the service is asked by buttons alone. */
export function ReceiptVerifier({ publishedKeys }: { publishedKeys: readonly PublishedKey[] }) {
  const tools = useTools();
  const [keys, setKeys] = useState(publishedKeys);
  const linked = useSyncExternalStore(
    neverChanges,
    () => location.search,
    () => "",
  );
  const [typed, setText] = useState<string | null>(null);
  const text = typed ?? receiptInQuery(linked) ?? "";
  const [answerText, setAnswerText] = useState("");
  const [address, setAddress] = useState("");
  const pasted = useMemo(() => readPasted(text), [text]);
  const given = useMemo(() => readAnswer(answerText), [answerText]);
  const receipt = pasted.kind === "receipt" ? pasted.receipt : null;
  const within = pasted.kind === "receipt" ? pasted.answer : null;
  const problem = pasted.kind === "receipt" ? null : NOT_READ[pasted.kind];
  return (
    <div className="grid gap-4">
      <section aria-labelledby="paste" className="card grid gap-3 p-4">
        <h2 id="paste" className="text-h2">
          Paste a receipt
        </h2>
        <PasteField
          label="Receipt, a whole paid answer, or a link to a receipt"
          fileLabel="Or open a file"
          value={text}
          rows={8}
          placeholder='{ "v": 1, "id": "rcpt_…", "signature": "…" }'
          onChange={setText}
        />
        <details open={answerText !== "" || address !== ""}>
          <summary className="inline-flex min-h-6 items-center underline decoration-dotted underline-offset-4">
            Compare it with an answer or a request
          </summary>
          <div className="mt-3 grid gap-3">
            <PasteField
              label="The answer's JSON, as it was received"
              fileLabel="Or open the answer's file"
              value={answerText}
              rows={5}
              placeholder='{ "ok": true, … }'
              onChange={setAnswerText}
            />
            <Field
              label="The address that was asked"
              box="w-full"
              value={address}
              placeholder="/api/premium/routing?task=code"
              onChange={(event) => setAddress(event.target.value)}
              className="font-mono"
            />
          </div>
        </details>
        <p className="stamp-box text-small text-fg-muted">
          {/* This hidden text keeps the room of the one that is shown once the checks are loaded. */}
          <span aria-hidden className="stamp-size">
            {readyText("WebCrypto")}
          </span>
          <span role="status">{stateText(tools)}</span>
        </p>
      </section>
      <div role="alert" className="grid gap-3 empty:hidden">
        {problem !== null && <Note tone="warn">{problem}</Note>}
        {given.kind === "not-json" && <Note tone="warn">The answer is not JSON of an object, so it is not compared.</Note>}
      </div>
      {receipt !== null && tools !== null && tools !== "failed" && (
        <ReceiptResult
          receipt={receipt}
          answer={given.kind === "answer" ? given.answer : within}
          address={address}
          keys={keys}
          tools={tools}
          onKeysRead={setKeys}
        />
      )}
    </div>
  );
}
