"use server";

import { refresh } from "next/cache";
import { z } from "zod";
import type { FormState } from "@/lib/domain/pages/form-state";
import { deliveryWords } from "@/lib/domain/watches/delivery-words";
import { deleteWatch } from "@/lib/endpoints/premium/watches/[id]";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { answerInSession } from "@/lib/http/session/answer-in-session";
import { act, fieldsOf } from "../act";

const OfWatch = z.object({ id: z.string().max(80) });
const OfDelivery = OfWatch.extend({ delivery: z.string().max(80) });

export async function sendTest(_: FormState<string>, form: FormData): Promise<FormState<string>> {
  const state = await act(testWatch.path, async (visit) => {
    const { delivery } = await answerInSession(visit, testWatch, { params: fieldsOf(OfWatch, form) });
    const { label, detail } = deliveryWords(delivery);
    return `Test sent. ${label}. ${detail ?? ""}`.trim();
  });
  refresh();
  return state;
}

export async function sendAgain(_: FormState<string>, form: FormData): Promise<FormState<string>> {
  const state = await act(redeliver.path, async (visit) => {
    const params = fieldsOf(OfDelivery, form);
    await answerInSession(visit, redeliver, { params });
    return `Queued: ${params.delivery} is sent again within about a minute.`;
  });
  refresh();
  return state;
}

export async function endWatch(_: FormState<string>, form: FormData): Promise<FormState<string>> {
  const state = await act(deleteWatch.path, async (visit) => {
    await answerInSession(visit, deleteWatch, { params: fieldsOf(OfWatch, form) });
    return "Deleted: nothing more is delivered.";
  });
  refresh();
  return state;
}
