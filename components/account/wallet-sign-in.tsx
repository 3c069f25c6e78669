"use client";

import { useState } from "react";
import { formatCount, formatDay } from "@/lib/domain/pages/format";
import { IDLE, type FormState } from "@/lib/domain/pages/form-state";
import type { AnnouncedWallet } from "./announced-wallets";
import { RefusedForm } from "./refused-form";

export interface WalletProof {
  text: string;
  signature: string;
  accountId: number | null;
}

export interface OpenAccount {
  id: number;
  spendable: number;
  created: string;
}

interface Props {
  /** Asks for the text that this wallet signs. */
  start(wallet: string): Promise<FormState<string>>;
  /** Signs in, or gives the accounts to choose from. */
  finish(proof: WalletProof): Promise<FormState<OpenAccount[] | null>>;
}

type Step =
  | { at: "start" }
  | { at: "waiting"; words: string }
  | { at: "wallets"; wallets: AnnouncedWallet[] }
  | { at: "accounts"; accounts: OpenAccount[]; proof: WalletProof }
  | { at: "stopped"; words: string; state: FormState<unknown> };

const stopped = (words: string): Step => ({ at: "stopped", words, state: IDLE });

const NO_WALLET =
  "No wallet was found in this browser. Open this page in a browser with the wallet that first paid into the account, or sign in with a token.";

/** Loaded by the first click: who signs in with a token needs none of it. */
const wallets = () => import("./announced-wallets");

export function WalletSignIn({ start, finish }: Props) {
  const [step, setStep] = useState<Step>({ at: "start" });

  async function send(proof: WalletProof): Promise<void> {
    setStep({ at: "waiting", words: "Checking the signature" });
    const answer = await finish(proof);
    if (answer.kind === "refused") return setStep({ at: "stopped", words: "", state: answer });
    const accounts = answer.kind === "done" ? answer.result : null;
    // With a session the service answers with the account's page, which takes the place of this one.
    setStep(accounts ? { at: "accounts", accounts, proof } : { at: "waiting", words: "Signed in" });
  }

  async function sign(wallet: AnnouncedWallet): Promise<void> {
    const { accountOf, signatureOf, isDeclined } = await wallets();
    try {
      setStep({ at: "waiting", words: `Choose an account in ${wallet.name}` });
      const account = await accountOf(wallet);
      if (account === null) return setStep(stopped("The wallet gave no account."));
      const text = await start(account);
      if (text.kind !== "done") return setStep({ at: "stopped", words: "", state: text });
      setStep({ at: "waiting", words: `Sign the text in ${wallet.name}: it costs nothing and moves no funds` });
      await send({ text: text.result, signature: await signatureOf(wallet, account, text.result), accountId: null });
    } catch (thrown) {
      setStep(stopped(isDeclined(thrown) ? "You declined. Nothing was signed." : "The wallet did not sign. Open it and try again."));
    }
  }

  async function look(): Promise<void> {
    setStep({ at: "waiting", words: "Looking for wallets" });
    const found = await (await wallets()).announcedWallets();
    const [only] = found;
    if (only && found.length === 1) return sign(only);
    setStep(found.length === 0 ? stopped(NO_WALLET) : { at: "wallets", wallets: found });
  }

  return (
    <div className="grid gap-3">
      {(step.at === "start" || step.at === "stopped") && (
        <button
          type="button"
          className="js-only control justify-self-start"
          onClick={() => void look()}
          onPointerEnter={() => void wallets()}
        >
          {step.at === "start" ? "Use a wallet" : "Try again"}
        </button>
      )}
      {step.at === "wallets" && (
        <div className="grid gap-2">
          <p>Which wallet?</p>
          {step.wallets.map((wallet) => (
            <button key={wallet.id} type="button" className="control justify-self-start" onClick={() => void sign(wallet)}>
              {wallet.name}
            </button>
          ))}
        </div>
      )}
      {step.at === "accounts" && (
        <div className="grid gap-2">
          <p>This wallet was the first to pay into {formatCount(step.accounts.length)} accounts. Which one?</p>
          {step.accounts.map(({ id, spendable, created }) => (
            <button
              key={id}
              type="button"
              className="control justify-self-start"
              onClick={() => void send({ ...step.proof, accountId: id })}
            >
              Account {id}: {formatCount(spendable)} {spendable === 1 ? "credit" : "credits"}, since {formatDay(created)}
            </button>
          ))}
        </div>
      )}
      <p role="status">{step.at === "waiting" ? step.words : ""}</p>
      {step.at === "stopped" && step.words !== "" && (
        <p role="alert" className="note note-warn">
          {step.words}
        </p>
      )}
      {step.at === "stopped" && <RefusedForm state={step.state} />}
      <noscript>
        <p>A wallet signs in this browser only, which needs JavaScript. Without it, sign in with a token.</p>
      </noscript>
    </div>
  );
}
