"use client";

import { useEffect, useState } from "react";
import type { SignatureLibrary } from "@/lib/receipts/proofs/browser-signature";
import type { Checks } from "./checks";
import type { Examination, PublishedKey } from "./examine";
import type { Fields } from "./fields";

/** What the page needs to check a receipt. Once it is there, nothing more is asked for. */
export interface Tools {
  library: SignatureLibrary;
  checks: Checks;
}

async function loadTools(): Promise<Tools> {
  const [{ loadSignatureLibrary }, { checks }] = await Promise.all([import("@/lib/receipts/proofs/browser-signature"), import("./checks")]);
  return { library: await loadSignatureLibrary(), checks };
}

/** Null while they are loaded; "failed" where they cannot be. */
export function useTools(): Tools | "failed" | null {
  const [tools, setTools] = useState<Tools | "failed" | null>(null);
  useEffect(() => {
    loadTools().then(setTools, () => setTools("failed"));
  }, []);
  return tools;
}

interface Examined {
  receipt: Fields;
  keys: readonly PublishedKey[];
  examination: Examination;
}

/** The examination of this receipt with these keys; null without one, and until it is done. */
export function useExamination(receipt: Fields | null, keys: readonly PublishedKey[], tools: Tools | null): Examination | null {
  const [examined, setExamined] = useState<Examined | null>(null);
  useEffect(() => {
    if (receipt === null || tools === null) return;
    let isCurrent = true;
    void tools.checks.examine(receipt, keys, tools.library).then((examination) => {
      if (isCurrent) setExamined({ receipt, keys, examination });
    });
    return () => {
      isCurrent = false;
    };
  }, [receipt, keys, tools]);
  return examined?.receipt === receipt && examined?.keys === keys ? examined.examination : null;
}
