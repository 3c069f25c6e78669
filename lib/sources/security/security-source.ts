import type { CveFacts, CveSource } from "@/lib/domain/security/cve-facts";
import type { SourceHttp } from "../http/source";

export interface FoundRecord<Facts> {
  kind: "present";
  facts: Facts;
  /** Of the source's own record. */
  sourceBytes: number;
  /** For the next conditional request; null where the source sends none. */
  etag: string | null;
}

/** What a source that was asked for one CVE says; whatever is no answer is thrown as SourceError. */
export type SourceAnswer<Facts> = FoundRecord<Facts> | { kind: "absent" } | { kind: "unchanged" };

/** The sources that are asked for one CVE at a time. */
export type AskedSource = Exclude<CveSource, "kev">;

export interface CveRequest {
  http: Pick<SourceHttp, "get">;
  cveId: string;
  /** Of the copy at hand. */
  etag: string | null;
}

export interface SecuritySource<Source extends AskedSource> {
  name: Source;
  urlOf(cveId: string): string;
  read(request: CveRequest): Promise<SourceAnswer<CveFacts[Source]>>;
}
