"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { OpenAccount, WalletProof } from "@/components/account/wallet-sign-in";
import type { FormState } from "@/lib/domain/pages/form-state";
import { signInWithToken, signInWithWallet, signOut, signOutEverywhere, startWalletSignIn } from "@/lib/http/session/account-session";
import { accountPage } from "@/lib/pages/account/overview";
import { hrefOf } from "@/lib/pages/address";
import { sitePathParameter } from "@/lib/pages/parameters";
import { Signature, Wallet } from "@/lib/schemas/money";
import { accepted, act, fieldsOf } from "./act";

const ByToken = z.object({
  token: z.string().trim().min(1, "Paste your token.").max(200, "A token has at most 200 characters."),
  next: z.string().default(""),
});

const placeAfter = (next: string): string => sitePathParameter().parse(next) ?? accountPage.path;

export async function signInByToken(_: FormState<null>, form: FormData): Promise<FormState<null>> {
  return act(accountPage.path, async (visit) => {
    const { token, next } = fieldsOf(ByToken, form);
    await signInWithToken(visit, token);
    redirect(placeAfter(next));
  });
}

export async function startByWallet(wallet: string): Promise<FormState<string>> {
  return act(accountPage.path, async (visit) => startWalletSignIn(visit, accepted(Wallet, wallet, "wallet")));
}

const Proof = z.object({ text: z.string().max(3000), signature: Signature, accountId: z.int().positive().nullable() });

/** Once a session is open, the page renders again, as that of the account. */
export async function finishByWallet(proof: WalletProof): Promise<FormState<OpenAccount[] | null>> {
  return act(accountPage.path, async (visit) => {
    const accounts = await signInWithWallet(visit, accepted(Proof, proof, "proof"));
    return accounts && accounts.map(({ id, spendable, createdAt }) => ({ id, spendable, created: createdAt.toISOString() }));
  });
}

export async function signOutHere(_: FormState<null>): Promise<FormState<null>> {
  return act(accountPage.path, async (visit) => {
    await signOut(visit);
    redirect(hrefOf(accountPage, { after: "signed-out" }));
  });
}

export async function signOutOfAll(_: FormState<null>): Promise<FormState<null>> {
  return act(accountPage.path, async (visit) => {
    await signOutEverywhere(visit);
    redirect(hrefOf(accountPage, { after: "signed-out-everywhere" }));
  });
}
