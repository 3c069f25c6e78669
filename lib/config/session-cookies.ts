/** Cookies that a session is stored in: the second wherever the site is served by https. */
export const SESSION_COOKIES = ["session", "__Host-session"] as const;
