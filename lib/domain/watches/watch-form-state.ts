import type { FormState } from "../pages/form-state";
import type { WatchFormat } from "./chat/watch-format";
import type { Outlook } from "./outlook-words";
import type { WatchFields } from "./watch-form";
import type { WatchSpec } from "./watch-spec";

/** A delivery with made-up figures. */
export interface PreviewedExample {
  format: WatchFormat;
  sentence: string;
  lines: string[];
  link: { label: string; url: string };
  body: string;
}

/** What the watch of a form would see and do; nothing exists yet. */
export interface WatchPreview {
  step: "previewed";
  spec: WatchSpec;
  outlook: Outlook;
  /** A message as the format's product shows it; the body where the format is JSON. */
  example: PreviewedExample;
  creditsLeft: number;
  /** Sent back with the order to create: what was previewed is what is created. */
  fingerprint: string;
  /** Why a watch was previewed although it was to be created; null where a preview was asked for. */
  notice: string | null;
}

export interface CreatedWatch {
  step: "created";
  /** Address of the watch, and of the form for another. */
  href: string;
  againHref: string;
  spec: WatchSpec;
  /** Shown in this answer only; null where the service made none. */
  secret: string | null;
  hasSecret: boolean;
  outlook: Outlook;
  creditsCharged: number;
  creditsLeft: number;
}

/** The fields come back with every outcome, so that a form without JavaScript keeps them. */
export interface WatchFormState {
  fields: WatchFields;
  outcome: FormState<WatchPreview | CreatedWatch>;
}
