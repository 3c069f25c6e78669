import { meta } from "@/lib/docs/catalog";
import { PRIVACY_LEAD } from "@/lib/docs/operator/privacy";
import { SUPPORT_LEAD } from "@/lib/docs/operator/support";
import { definePage } from "./define";

/** Reached from the end of every page, and not from the navigation. */
const IN_FOOTER = { label: null, group: "Build", audience: "public", endpoints: [{ endpoint: meta }], parameters: {} } as const;

export const privacyPage = definePage({ ...IN_FOOTER, path: "/privacy", title: "Privacy", description: PRIVACY_LEAD });

export const supportPage = definePage({ ...IN_FOOTER, path: "/support", title: "Support", description: SUPPORT_LEAD });
