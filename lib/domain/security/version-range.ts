export const VERSION_STATUSES = ["affected", "unaffected", "unknown"] as const;
export type VersionStatus = (typeof VERSION_STATUSES)[number];

/** Versions from one to another. `after` and `before` are not part of it; an end that is left open is null. */
export interface VersionBounds {
  from: string | null;
  after: string | null;
  before: string | null;
  upTo: string | null;
}

export const EVERY_VERSION: VersionBounds = { from: null, after: null, before: null, upTo: null };
export const oneVersion = (version: string): VersionBounds => ({ ...EVERY_VERSION, from: version, upTo: version });

export interface VersionRange extends VersionBounds {
  status: VersionStatus;
}

/** What a source wrote in the place of a version, and could not be read as versions. */
export interface UnparsedVersions {
  status: VersionStatus;
  text: string;
}
