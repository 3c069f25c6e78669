import { z } from "zod";
import { NO_CHARGE_REASONS } from "@/lib/domain/money/no-charge";

/** Identifies a call, as `hold_` because the credits of a call are held while it runs. */
export const callIdParam = () =>
  z
    .string()
    .regex(/^hold_[\w-]{1,60}$/)
    .meta({ accepts: "a call's id, as GET /api/payment/usage/calls lists it" });

export const AccountCall = z
  .strictObject({
    id: z.string().describe("Of the call, at /api/payment/usage/calls/{id}."),
    at: z.iso.datetime(),
    method: z.string(),
    endpoint: z.string().describe("The path as it is declared."),
    outcome: z.enum(["charged", "refunded", "not_charged"]),
    credits: z.int().describe("What the call cost in the end: 0 unless it was charged."),
    price: z.int().describe("Credits that the call costs when it is charged."),
    reason: z
      .enum(NO_CHARGE_REASONS)
      .nullable()
      .describe(
        "Why it was not charged; null for other outcomes, and where the call ended without an answer or the reason was not stored.",
      ),
    http_status: z.int().nullable().describe("Of the answer; null where it is not known."),
    receipt_id: z.string().nullable(),
    request_id: z.string().nullable().describe("Of an error without a charge. Quote it when you report a fault."),
  })
  .meta({ id: "AccountCall" });
