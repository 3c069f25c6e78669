import { Note } from "@/components/ui/states";
import type { Examination } from "./examine";
import type { Finding } from "./findings";

interface Props {
  examination: Examination;
  answer: Finding;
  /** What else was checked without asking the service. */
  others: readonly Finding[];
}

/** The one sentence that an auditor came for. */
export function VerdictNote({ examination: { outcome, findings }, answer, others }: Props) {
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
        <b>Not known: it is signed with a key that this page does not have.</b> It comes from another service, was made up, or its key is
        newer than this page.
      </Note>
    );
  }
  if (answer.verdict === "no") {
    return (
      <Note tone="bad">
        <b>The receipt is genuine, but it does not belong to this answer.</b> Their hashes differ; both stand below.
      </Note>
    );
  }
  return [...findings, ...others].some(({ verdict }) => verdict === "no") ? (
    <Note tone="bad">
      <b>The signature is genuine, but another check fails.</b> The list below says which one, and why.
    </Note>
  ) : (
    <Note tone="ok">
      <b>Genuine: this service signed exactly this receipt.</b>
    </Note>
  );
}
