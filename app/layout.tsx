import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import { connection } from "next/server";
import { AccountRunsProvider } from "@/components/premium/account-runs";
import { DemoBanner } from "@/components/shell/demo-banner";
import { SampleBanner } from "@/components/shell/sample-banner";
import { FOOTER_ID, Shell } from "@/components/shell/shell";
import { DEMO_PATH, OFFER_HEADER } from "@/lib/http/demo-offer";
import { MadeAtProvider } from "@/components/ui/near-time";
import { serviceTime } from "@/lib/config/clock";
import { baseUrl } from "@/lib/http/own-address";
import { siteIdentity } from "@/lib/docs/site";
import { THEME_SCRIPT } from "@/lib/domain/pages/theme-script";
import { documents, navigation } from "@/lib/pages";
import { shellFacts } from "@/lib/pages/service-summary";
import { readOwnBalance, runInSession } from "./(site)/account/run-actions";
import "./globals.css";

// `optional`: a late font waits for the next page, since other widths would move what is being read.
const sans = localFont({
  src: "../node_modules/@fontsource-variable/geist/files/geist-latin-wght-normal.woff2",
  variable: "--font-geist",
  weight: "100 900",
  display: "optional",
});

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  const { name } = siteIdentity();
  return {
    metadataBase: new URL(baseUrl()),
    title: { default: name, template: `%s · ${name}` },
    description: "The state of the AI ecosystem: news, provider status, model prices, benchmarks. Sourced, dated, free as JSON.",
    icons: { icon: "/favicon.svg" },
    alternates: { types: { "application/rss+xml": "/api/feed.xml", "application/feed+json": "/api/feed.json" } },
  };
}

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f9fafb" },
    { media: "(prefers-color-scheme: dark)", color: "#0b0f14" },
  ],
};

export default async function RootLayout({ children }: { children: React.ReactNode }) {
  await connection();
  const { name, operator } = siteIdentity();
  const [{ services, isSample }, asked] = await Promise.all([shellFacts(), headers()]);
  const offersDemo = asked.has(OFFER_HEADER);
  return (
    <html lang="en" className={sans.variable} suppressHydrationWarning>
      <head>
        {/* Painting waits until the footer is parsed: columns of a table change their widths with every row. */}
        <link rel="expect" href={`#${FOOTER_ID}`} blocking="render" />
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        {isSample && <SampleBanner />}
        {offersDemo && <DemoBanner path={DEMO_PATH} />}
        <MadeAtProvider value={serviceTime().toISOString()}>
          <Shell siteName={name} navigation={navigation} documents={documents} operator={operator} services={services}>
            <AccountRunsProvider readBalance={readOwnBalance} run={runInSession}>
              {children}
            </AccountRunsProvider>
          </Shell>
        </MadeAtProvider>
      </body>
    </html>
  );
}
