/** What a source gave for its next conditional request. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}
