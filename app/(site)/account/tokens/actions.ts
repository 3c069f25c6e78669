"use server";

import { refresh } from "next/cache";
import { redirect } from "next/navigation";
import { z } from "zod";
import type { NewToken } from "@/components/account/create-token";
import type { RotatedToken } from "@/components/account/rotate-token";
import { GRACE_SECONDS, isPrintable, TOKEN_NAME_LENGTH } from "@/lib/domain/money/token-limits";
import { endingOf } from "@/lib/domain/money/token-loss";
import type { FormState } from "@/lib/domain/pages/form-state";
import { ApiError } from "@/lib/errors";
import { accountFacts } from "@/lib/http/session/account-facts";
import {
  createTokenInSession,
  endEverything,
  endTokenInSession,
  requireSession,
  rotateTokenInSession,
} from "@/lib/http/session/account-session";
import { accountPage } from "@/lib/pages/account/overview";
import { tokensPage } from "@/lib/pages/account/tokens";
import { hrefOf } from "@/lib/pages/address";
import { act, fieldsOf, IdempotencyKey } from "../act";

const Creation = z.object({
  key: IdempotencyKey,
  name: z
    .string()
    .trim()
    .min(1, "Name the place where the token is used.")
    .max(TOKEN_NAME_LENGTH, `A name has at most ${TOKEN_NAME_LENGTH} characters.`)
    .refine(isPrintable, "A name has no control characters."),
});

export async function createOne(_: FormState<NewToken>, form: FormData): Promise<FormState<NewToken>> {
  return act(tokensPage.path, async (visit) => {
    const { key, name } = fieldsOf(Creation, form);
    const { id, token, tokenShort } = await createTokenInSession(visit, { name, idempotencyKey: key });
    refresh();
    return { id, token, tokenShort, name };
  });
}

const Replacement = z.object({
  key: IdempotencyKey,
  grace: z.coerce.number().pipe(
    z.union(
      GRACE_SECONDS.map((seconds) => z.literal(seconds)),
      `Choose one of ${GRACE_SECONDS.join(", ")} seconds.`,
    ),
  ),
});

export async function replaceOwn(_: FormState<RotatedToken>, form: FormData): Promise<FormState<RotatedToken>> {
  return act(tokensPage.path, async (visit) => {
    const { key, grace } = fieldsOf(Replacement, form);
    const rotated = await rotateTokenInSession(visit, { graceSeconds: grace, idempotencyKey: key });
    const { id, token, tokenShort, name } = rotated;
    refresh();
    return { id, token, tokenShort, name, graceUntil: rotated.graceUntil.toISOString(), hasGrace: grace > 0 };
  });
}

const Ending = z.object({ id: z.coerce.number().int().positive("Choose a token of the list."), confirmed: z.string().default("") });

/** Asks before it calls: an unconfirmed ending that needs a confirmation would suspend the token. */
export async function endOne(_: FormState<null>, form: FormData): Promise<FormState<null>> {
  return act(tokensPage.path, async (visit) => {
    const { id, confirmed } = fieldsOf(Ending, form);
    const session = await requireSession(visit);
    const isConfirmed = confirmed === "yes";
    const creditsLost = endingOf(id, await accountFacts(session))?.creditsLost ?? null;
    if (creditsLost !== null && !isConfirmed) {
      throw new ApiError("invalid_parameter", `Tick that you give up ${creditsLost} credits. Nothing was ended.`, {
        parameter: "confirmed",
      });
    }
    await endTokenInSession(visit, { tokenId: id, isConfirmed });
    redirect(id === session.tokenId ? hrefOf(accountPage, { after: "token-ended" }) : tokensPage.path);
  });
}

export async function endAll(_: FormState<null>): Promise<FormState<null>> {
  return act(tokensPage.path, async (visit) => {
    await endEverything(visit);
    redirect(hrefOf(accountPage, { after: "all-ended" }));
  });
}
