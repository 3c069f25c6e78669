import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { CveCard } from "@/components/security/cve-card";
import { CVE_EXAMPLE } from "@/components/security/cve-example";
import { CveForm } from "@/components/security/cve-form";
import { Block } from "@/components/blocks/block";
import { Empty } from "@/components/ui/states";
import { formatDay } from "@/lib/domain/pages/format";
import { exploited } from "@/lib/endpoints/security/exploited";
import type { AnswerOf } from "@/lib/pages/answer";
import { blockAnswer } from "@/lib/pages/block-answer";
import { NearDay, RansomwareChip, softwareOf } from "../exploited-list";
import { CveRun } from "@/components/security/cve-run";
import { PageFrame } from "@/components/shell/page-frame";
import { IgnoredNote } from "@/components/ui/ignored-note";
import { readCveId } from "@/lib/domain/security/cve-facts";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { premiumRequest } from "@/lib/http/premium-request";
import { hrefOf, pathValuesOf } from "@/lib/pages/address";
import { frameOf, pageMetadata } from "@/lib/pages/frame";
import { requestsOf } from "@/lib/pages/requests";
import { readSearch, type PageProps } from "@/lib/pages/search";
import { cvePage, securityPage } from "@/lib/pages/security";

const NOT_A_CVE = "This is not the id of a CVE";

/** A CVE has one address, in capitals. What is not the id of one has no page, and nothing is asked for it. */
async function pathOf({ params }: PageProps): Promise<{ cve: string }> {
  const { cve: given = "" } = pathValuesOf(await params);
  const cve = readCveId(given);
  if (cve === null) notFound();
  if (cve !== given) permanentRedirect(hrefOf(cvePage, {}, { cve }));
  return { cve };
}

export async function generateMetadata(props: PageProps): Promise<Metadata> {
  const { cve: given = "" } = pathValuesOf(await props.params);
  const cve = readCveId(given);
  // Thrown from here, a 404 would be the site's own page, which does not say what is accepted.
  return cve === null ? { title: NOT_A_CVE } : pageMetadata(cvePage, { path: { cve }, title: cve });
}

type Answer = AnswerOf<typeof exploited>;

/** What the free catalog says of it, before anybody pays. */
function Exploitation({ answer: { vulnerabilities, total } }: { answer: Answer }) {
  const [entry] = vulnerabilities;
  if (!entry) {
    return (
      <Empty>
        {total === 0
          ? "CISA's catalog of exploited vulnerabilities has not been read yet."
          : "Not listed as exploited by CISA, which does not mean that nobody exploits it."}
      </Empty>
    );
  }
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="chip rounded-chip bg-bad-tint px-2 py-0.5 text-small font-medium text-bad-fg">Exploited</span>
        {entry.is_used_by_ransomware && <RansomwareChip />}
        <b className="font-medium">{softwareOf(entry)}</b>
      </p>
      <p className="mt-2 max-w-[68ch] [overflow-wrap:anywhere]">{entry.description ?? "CISA does not describe it."}</p>
      <p className="mt-1 text-small text-fg-muted">
        Listed <NearDay day={entry.listed_on} />; to be mended by{" "}
        {entry.due_on === null ? "a day that is not known" : formatDay(entry.due_on)}. In the words of CISA.
      </p>
    </>
  );
}

export default async function CvePage(props: PageProps) {
  const path = await pathOf(props);
  const { values, ignored } = readSearch(cvePage, await props.searchParams);
  const [{ params }] = requestsOf(cvePage, values, path);
  return (
    <PageFrame frame={frameOf(cvePage, { values, path, title: path.cve, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(cvePage, values, path)} />
      <div className="grid gap-4 [&>*]:min-w-0">
        <Block
          title="Is it exploited?"
          load={() => blockAnswer(exploited, { cve: path.cve })}
          render={(answer) => <Exploitation answer={answer} />}
        />
        <CveRun id={path.cve} request={premiumRequest(verifiedCve, { params })} example={<CveCard answer={CVE_EXAMPLE} />} />
        <section aria-labelledby="another" className="card p-4">
          <h2 id="another" className="mb-3 text-h2">
            Look another one up
          </h2>
          <CveForm action={securityPage.path} />
        </section>
      </div>
    </PageFrame>
  );
}
