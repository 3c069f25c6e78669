"use client";

import { useLinkStatus } from "next/link";
import { useNoteLeaving } from "./leaving";

/** Stands within a link and notes while its page is on the way. */
export function PendingLink() {
  useNoteLeaving(useLinkStatus().pending);
  return null;
}
