import type { Metadata } from "next";
import { headers } from "next/headers";
import { ClosestPages } from "@/components/shell/closest-pages";
import { ASKED_PATH_HEADER } from "@/lib/http/target";
import { namedPlaces } from "@/lib/pages";
import { addressPattern } from "@/lib/pages/address";
import { cvePage } from "@/lib/pages/security";
import NoCve from "./(site)/security/[cve]/not-found";

export const metadata: Metadata = { title: "There is no such page", robots: { index: false } };

/** What the address of a CVE must be says more than the closest pages would. */
const isCveAddress = async (): Promise<boolean> => addressPattern(cvePage.path).test((await headers()).get(ASKED_PATH_HEADER) ?? "");

export default async function NotFound() {
  if (await isCveAddress()) return <NoCve />;
  return (
    <div className="py-6">
      <h1 className="text-h1">There is no such page</h1>
      <p className="mt-2 text-fg-muted">
        Nothing is served at this address. It may have been mistyped, or the model or provider may be gone.
      </p>
      <form action="/models" className="mt-4 flex max-w-xl flex-wrap items-end gap-3" role="search">
        <label className="grid min-w-0 flex-1 gap-1">
          <span className="text-small text-fg-muted">Search models</span>
          <input name="q" type="search" className="control w-full" />
        </label>
        <button type="submit" className="control">
          Search
        </button>
      </form>
      <ClosestPages />
      <section aria-labelledby="all-pages" className="mt-6">
        <h2 id="all-pages" className="text-h2">
          All pages
        </h2>
        <ul className="mt-2">
          {namedPlaces.map(({ href, label }) => (
            <li key={href} className="py-1">
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
