"use client";

import { createContext, useContext, useEffect, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { signedInHint } from "@/lib/domain/pages/signed-in-hint";
import { forgetAnswersOf, SESSION_PAYER, type SessionResponse } from "./run-call";

/** Server actions by which a page that is equal for all readers runs calls on its reader's account. */
interface AccountRuns {
  /** Credits of the account; null when nobody is signed in. */
  readBalance(): Promise<number | null>;
  /** `body` is sent along as it is. */
  run(address: string, key: string, body?: string): Promise<SessionResponse>;
}

const Runs = createContext<AccountRuns | null>(null);

export function AccountRunsProvider({ readBalance, run, children }: AccountRuns & { children: ReactNode }) {
  const runs = useMemo(() => ({ readBalance, run }), [readBalance, run]);
  return <Runs value={runs}>{children}</Runs>;
}

/** Balance of the account, held once for all blocks of the tab. */
let balance: number | null = null;
const listeners = new Set<() => void>();

export function noteBalance(credits: number | null): void {
  balance = credits;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let known: string | null = null;
let asking: Promise<void> | null = null;

/** Another session is another reader: nothing of the one before may be shown. */
function askForBalance({ readBalance }: AccountRuns): void {
  const hint = signedInHint(document.cookie);
  if (hint !== known) {
    known = hint;
    forgetAnswersOf(SESSION_PAYER);
    if (balance !== null) noteBalance(null);
  }
  if (hint === null) return;
  const note = (credits: number | null) => void (known === hint && noteBalance(credits));
  asking ??= readBalance()
    .then(note, () => undefined)
    .finally(() => (asking = null));
}

export interface OwnAccount {
  balance: number;
  run: AccountRuns["run"];
}

/** The account of whoever is signed in; null for nobody, and until that is known. */
export function useOwnAccount(): OwnAccount | null {
  const runs = useContext(Runs);
  const credits = useSyncExternalStore(
    subscribe,
    () => balance,
    () => null,
  );
  useEffect(() => {
    if (runs) askForBalance(runs);
  }, [runs]);
  return runs && credits !== null ? { balance: credits, run: runs.run } : null;
}

/** The account for a click that comes while its balance is asked for: what the answer says then. */
export function useSettledAccount(): () => Promise<OwnAccount | null> {
  const runs = useContext(Runs);
  return async () => {
    await asking;
    return runs && balance !== null ? { balance, run: runs.run } : null;
  };
}
