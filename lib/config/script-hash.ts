import { createHash } from "node:crypto";
import { THEME_SCRIPT } from "@/lib/domain/pages/theme-script";

/** The form in which a policy names an inline script that may run. */
export const scriptHash = (script: string): string => `sha256-${createHash("sha256").update(script).digest("base64")}`;

export const THEME_HASH = scriptHash(THEME_SCRIPT);
