"use server";

import { redirect } from "next/navigation";
import { z } from "zod";
import type { FormState } from "@/lib/domain/pages/form-state";
import { signInWithToken, signOut } from "@/lib/http/session/account-session";
import { accountPage } from "@/lib/pages/account/overview";
import { sitePathParameter } from "@/lib/pages/parameters";
import { act, fieldsOf } from "./act";

const ByToken = z.object({
  token: z.string().trim().min(1, "Paste your token.").max(300, "A token has at most 200 characters."),
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

export async function signOutHere(_: FormState<null>): Promise<FormState<null>> {
  return act(accountPage.path, async (visit) => {
    await signOut(visit);
    redirect(accountPage.path);
  });
}
