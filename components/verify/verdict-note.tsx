import type { ReactNode } from "react";
import { Note } from "@/components/ui/states";
import type { Examination } from "./examine";
import type { Finding } from "./findings";

interface Props {
  examination: Examination;
  answer: Finding;
  children?: ReactNode;
}

/** The one sentence that an auditor came for. */
export function VerdictNote({ examination: { outcome }, answer, children }: Props) {
  if (outcome === "invalid") {
    const aside =
      answer.verdict === "yes"
        ? " The answer beside it has the hash that the receipt names; the receipt itself is what does not hold."
        : answer.verdict === "no"
          ? " The answer beside it does not have the hash that the receipt names either."
          : "";
    return (
      <Note tone="bad">
        <b>Not genuine: the signature does not hold.</b>
        {aside}
      </Note>
    );
  }
  if (outcome === "unknown-key") {
    return (
      <Note tone="warn">
        <b>Not known: it is signed with a key that this page does not have.</b> A receipt of another service, one that was made up, or one
        of a key that is newer than this page.
        {children}
      </Note>
    );
  }
  return answer.verdict === "no" ? (
    <Note tone="bad">
      <b>The receipt is genuine, but it does not belong to this answer.</b> Their hashes differ; both stand below.
    </Note>
  ) : (
    <Note tone="ok">
      <b>Genuine: this service signed exactly this receipt.</b>
    </Note>
  );
}
