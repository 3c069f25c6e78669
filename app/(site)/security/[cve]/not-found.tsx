import { CveForm } from "@/components/security/cve-form";
import { securityPage } from "@/lib/pages/security";

export default function NoCve() {
  return (
    <div className="py-6">
      <h1 className="text-h1">This is not the id of a CVE</h1>
      <p className="mt-2 mb-4 text-fg-muted">Nothing was asked and nothing was charged.</p>
      <CveForm action={securityPage.path} />
    </div>
  );
}
