import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { CveCard } from "@/components/security/cve-card";
import { CVE_EXAMPLE } from "@/components/security/cve-example";
import { CveForm } from "@/components/security/cve-form";
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

export default async function CvePage(props: PageProps) {
  const path = await pathOf(props);
  const { values, ignored } = readSearch(cvePage, await props.searchParams);
  const [{ params }] = requestsOf(cvePage, values, path);
  return (
    <PageFrame frame={frameOf(cvePage, { values, path, title: path.cve, capturedAt: null })} verb={null}>
      <IgnoredNote ignored={ignored} href={hrefOf(cvePage, values, path)} />
      <div className="grid gap-4">
        <CveRun id={path.cve} request={premiumRequest(verifiedCve, { params })} example={<CveCard answer={CVE_EXAMPLE} />} />
        <section aria-labelledby="another" className="card p-4">
          <h2 id="another" className="mb-3 text-h2">
            Another vulnerability
          </h2>
          <CveForm action={securityPage.path} />
        </section>
      </div>
    </PageFrame>
  );
}
