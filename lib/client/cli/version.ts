declare const AED_VERSION: string | undefined;

/** The package's version, which the build writes in; run from the sources there is none. */
export const VERSION: string = typeof AED_VERSION === "string" ? AED_VERSION : "0.0.0-sources";
