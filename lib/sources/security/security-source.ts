import type { CveFacts, CveSource } from "@/lib/domain/security/cve-facts";
import type { SourceHttp } from "../http/source";

export interface FoundRecord<Facts> {
  kind: "present";
  facts: Facts;
  sourceBytes: number;
  /** Null where the source sends none. */
  etag: string | null;
}

/** What a source has about a CVE; failures are thrown as SourceErrors. */
export type RecordReading<Facts> = FoundRecord<Facts> | { kind: "absent" } | { kind: "unchanged" };

/** Sources with a request per CVE; KEV is read as a whole catalog. */
export type PerCveSource = Exclude<CveSource, "kev">;

export interface CveRequest {
  http: Pick<SourceHttp, "get">;
  cveId: string;
  etag: string | null;
}

export interface SecuritySource<Source extends PerCveSource> {
  name: Source;
  urlOf(cveId: string): string;
  read(request: CveRequest): Promise<RecordReading<CveFacts[Source]>>;
}
