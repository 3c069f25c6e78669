import { sql } from "drizzle-orm";
import { bigint, boolean, check, doublePrecision, index, integer, json, jsonb, pgTable, text, uniqueIndex } from "drizzle-orm/pg-core";
import { moment } from "./columns";
import { accountOf } from "./accounts";
import type { WatchMatch } from "@/lib/domain/watches/watch-body";
import type { WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import type { SeenAbilities } from "@/lib/domain/watches/watch-ability";
import type { DeliveryKind, DeliveryState, WatchState } from "@/lib/domain/watches/watch-state";
import type { SeenStates } from "@/lib/domain/watches/watch-status";
import type { SeenRetirements } from "@/lib/domain/watches/watch-retirement";
import type { WatchSpec } from "@/lib/domain/watches/watch-spec";

/** Watches. A draft's call is not charged yet: nobody sees it, and charging makes it active. */
export const watches = pgTable(
  "watches",
  {
    id: text("id").primaryKey(),
    accountId: accountOf("account_id"),
    paidBy: text("paid_by").notNull(),
    status: text("status").$type<WatchState | "draft">().notNull(),
    /** A column of its own, because filtering on a json column would parse it. */
    type: text("type")
      .notNull()
      .generatedAlwaysAs(sql`spec->>'type'`),
    /** `json`, not `jsonb`, keeps the order of members, so that a spec is sent as it was written. */
    spec: json("spec").$type<WatchSpec>().notNull(),
    /** `provider/model` of the watched listing, or ids of the watched services; empty until resolved. */
    subjects: text("subjects").array().notNull(),
    format: text("format").$type<WatchFormat>().notNull().default("json"),
    callbackUrl: text("callback_url").notNull(),
    callbackHost: text("callback_host").notNull(),
    sealedSecret: text("sealed_secret"),
    /** Set for a `whsec_` secret; false for watches of the time before such secrets were decoded. */
    isSecretEncoded: boolean("is_secret_encoded").notNull().default(false),
    isVerified: boolean("is_verified").notNull().default(false),
    fireCap: integer("fire_cap").notNull(),
    fireCount: integer("fire_count").notNull().default(0),
    createdAt: moment("created_at").notNull(),
    expiresAt: moment("expires_at").notNull(),
    endedAt: moment("ended_at"),
    lastFiredAt: moment("last_fired_at"),
    lastDeliveryStatus: integer("last_delivery_status"),
    /** Since when the receiver has answered nothing but that it is gone; null otherwise. */
    goneSince: moment("gone_since"),
    /** Last evaluated price, or last known state of each service. */
    lastValue: doublePrecision("last_value"),
    lastStates: jsonb("last_states").$type<SeenStates>().notNull(),
    /** The ends of models that a retirement watch has told of, or began with. */
    lastRetirements: jsonb("last_retirements").$type<SeenRetirements>(),
    /** What a capability watch last knew of its models. */
    lastAbilities: jsonb("last_abilities").$type<SeenAbilities>(),
    /** The maker's models that a watch for new ones has seen. */
    lastListed: jsonb("last_listed").$type<string[]>(),
    /** Version of the data, and day where days count, for which a watch of models was last evaluated. */
    evaluatedFor: text("evaluated_for"),
    lookedUpVersion: bigint("looked_up_version", { mode: "number" }),
    digestDueAt: moment("digest_due_at"),
  },
  (table) => [
    index("watches_account").on(table.accountId, table.createdAt),
    uniqueIndex("watches_paid_by").on(table.paidBy),
    index("watches_subjects")
      .using("gin", table.subjects)
      .with({ fastupdate: false })
      .where(sql`status = 'active'`),
    index("watches_host")
      .on(table.callbackHost)
      .where(sql`status in ('active', 'draft')`),
    index("watches_expiry")
      .on(table.expiresAt)
      .where(sql`status = 'active'`),
    index("watches_digest")
      .on(table.digestDueAt)
      .where(sql`status = 'active'`),
    index("watches_type")
      .on(table.type, table.id)
      .where(sql`status = 'active'`),
    index("watches_ended").on(table.endedAt),
    check("watches_fires_within_cap", sql`${table.fireCount} between 0 and ${table.fireCap}`),
  ],
);

export const watchDeliveries = pgTable(
  "watch_deliveries",
  {
    id: text("id").primaryKey(),
    seq: bigint("seq", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    watchId: text("watch_id")
      .notNull()
      .references(() => watches.id, { onDelete: "cascade" }),
    kind: text("kind").$type<DeliveryKind>().notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    redeliveryOf: text("redelivery_of"),
    firedAt: moment("fired_at").notNull(),
    /** Fires of the past are queued when they are noticed, and wait from then on. */
    queuedAt: moment("queued_at")
      .notNull()
      .default(sql`now()`),
    /** Set where a chat product asked to wait. */
    notBefore: moment("not_before"),
    match: json("match").$type<WatchMatch>(),
    /** Set when a fire is claimed; a ping has the count of its time. */
    fireCount: integer("fire_count"),
    claimedAt: moment("claimed_at"),
    finishedAt: moment("finished_at"),
    outcome: text("outcome"),
    httpStatus: integer("http_status"),
    detail: text("detail"),
    /** Headers of the request that was sent; null where none was. */
    sentHeaders: json("sent_headers").$type<Record<string, string>>(),
    /** The message of a chat product, in the words of its release. Null for JSON, which follows from the row. */
    sentBody: text("sent_body"),
  },
  (table) => [
    index("watch_deliveries_watch").on(table.watchId, table.seq),
    index("watch_deliveries_claimed").on(table.claimedAt),
    uniqueIndex("watch_deliveries_one_redelivery")
      .on(table.redeliveryOf)
      .where(sql`state in ('pending', 'sending')`),
    index("watch_deliveries_open")
      .on(table.seq)
      .where(sql`state in ('pending', 'sending')`),
  ],
);
