import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkCallbackUrl } from "@/lib/watches/delivery/check-callback-url";
import type { ResolveHost } from "@/lib/watches/delivery/resolve-host";
import { sendWebhook } from "@/lib/watches/delivery/send-webhook";
import { hasShared, sharedFolder } from "../../support/shared";
import { loopbackOptions, webhookTo } from "../../support/watches/webhook-options";
import { lacksShared } from "../../support/lacks";

interface GoldItem {
  id: string;
  url: string;
  expect: "reject" | "reject-after-resolve" | "reject-at-delivery" | "parse-ok";
  category: string;
  https_variant?: string;
}

const gold = (hasShared ? (JSON.parse(readFileSync(join(sharedFolder, "gold/ssrf.json"), "utf8")) as { items: GoldItem[] }) : { items: [] })
  .items;
const of = (verdict: GoldItem["expect"]) => gold.filter((item) => item.expect === verdict);

/** A name with an embedded address resolves to it, any other name to a public address. None is unresolvable. */
const goldResolver: ResolveHost = async (host) => {
  const carried = /(\d+\.\d+\.\d+\.\d+)\.nip\.io$/.exec(host)?.[1];
  if (carried) return [carried];
  // Placeholder of an SSRF cheat sheet, not a real name.
  if (host.endsWith("redacted.com")) return [];
  if (host.endsWith("1u.ms")) return ["1.2.3.4", "169.254.169.254"];
  return ["93.184.215.14"];
};
const rules = { allowsPrivate: false, resolve: goldResolver };
const isAccepted = async (url: string) => (await checkCallbackUrl(url, rules)).ok;

/** Public hosts, rejected in the gold set only for their scheme or path. Their https variants are valid. */
const FAULT_IS_ELSEWHERE = new Set(["wpt-odd-spelling"]);
const PUBLIC_HOSTS = ["1.1.1.1", "nicob.net"];

/** Common webhook receivers, each with addresses of its range. */
const RECEIVERS: readonly (readonly [string, ...string[]])[] = [
  ["hooks.slack.com", "3.125.76.194", "18.159.197.225"],
  ["discord.com", "162.159.128.233", "162.159.135.232"],
  ["hooks.zapier.com", "34.192.0.1"],
  ["hook.eu1.make.com", "54.247.0.9"],
  ["api.github.com", "140.82.121.5"],
  ["webhook.site", "178.63.67.153", "2a01:4f8:121:2182::2"],
  ["eo1a2b3c4d5.m.pipedream.net", "44.209.0.7"],
  ["example.com", "93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  ["agent.fly.dev", "66.241.124.10", "2a09:8280:1::5"],
  ["agent.up.railway.app", "35.212.94.98"],
  ["agent.onrender.com", "216.24.57.1"],
  ["agent.vercel.app", "76.76.21.21"],
  ["agent.netlify.app", "75.2.60.5", "99.83.190.102"],
  ["agent.workers.dev", "104.21.16.1", "2606:4700:3030::6815:1001"],
  ["agent.pages.dev", "172.66.44.10"],
  ["agent.herokuapp.com", "54.73.53.134"],
  ["abc123.execute-api.us-east-1.amazonaws.com", "3.84.12.8"],
  ["abc123.lambda-url.eu-west-1.on.aws", "52.16.1.2"],
  ["agent-xyz.a.run.app", "34.143.72.2", "2600:1901:81d4:200::"],
  ["us-central1-p.cloudfunctions.net", "216.239.36.54"],
  ["agent.azurewebsites.net", "20.50.2.1"],
  ["agent.azure-api.net", "13.80.19.74"],
  ["agent.ngrok.app", "3.124.142.205"],
  ["agent.ngrok-free.app", "18.158.249.75"],
  ["agent.trycloudflare.com", "104.16.231.132"],
  ["api.telegram.org", "149.154.167.220", "2001:67c:4e8:f004::9"],
  ["outlook.office.com", "52.97.233.34", "2603:1026:c0d:3e::2"],
  ["chat.googleapis.com", "142.250.185.74", "2a00:1450:4001:80f::200a"],
  ["events.pagerduty.com", "44.232.194.7"],
  ["api.opsgenie.com", "18.184.99.1"],
  ["n8n.example.org", "65.108.12.4", "2a01:4f9:c010:1::1"],
  ["hooks.example.co.uk", "81.2.69.160"],
  ["bücher.example", "185.199.108.153"],
  ["例え.jp", "210.171.226.40", "2001:e42:102:1817:160:16:1:1"],
  ["1.1.1.1", "1.1.1.1"],
  ["[2606:4700:4700::1111]", "2606:4700:4700::1111"],
  ["172.32.0.1", "172.32.0.1"],
  ["deep.sub.domain.example.io", "192.30.255.112"],
  ["x.example.net", "199.232.40.133"],
  ["api.example.dev", "151.101.1.195", "2a04:4e42::645"],
];

describe("public receivers", () => {
  const addressesOf = new Map(RECEIVERS.map(([host, ...addresses]) => [new URL(`https://${host}`).hostname, addresses]));
  test.each(RECEIVERS.map(([host]) => host))("https://%s is accepted on both ports, with the addresses of its name", async (host) => {
    for (const port of ["", ":443", ":8443"]) {
      const checked = await checkCallbackUrl(`https://${host}${port}/hook?key=1`, {
        allowsPrivate: false,
        resolve: async (name) => addressesOf.get(name) ?? [],
      });
      expect(checked).toMatchObject({ ok: true, addresses: addressesOf.get(new URL(`https://${host}`).hostname) });
    }
  });
  test("are 40", () => expect(addressesOf.size).toBe(40));
});

describe.skipIf(lacksShared())("the gold set of callback addresses", () => {
  test("rejects every URL marked as reject, even when all names resolve to public addresses", async () => {
    expect(of("reject").length).toBeGreaterThan(280);
    const accepted = [];
    for (const { id, url } of of("reject")) if (await isAccepted(url)) accepted.push(`${id} ${url}`);
    expect(accepted).toEqual([]);
  });

  test("rejects their https variants, unless only the scheme was wrong", async () => {
    const variants = of("reject").filter(({ https_variant, category }) => https_variant && !FAULT_IS_ELSEWHERE.has(category));
    expect(variants.length).toBeGreaterThan(100);
    const accepted = [];
    for (const { https_variant = "" } of variants) if (await isAccepted(https_variant)) accepted.push(new URL(https_variant).hostname);
    expect(accepted.filter((host) => !PUBLIC_HOSTS.includes(host))).toEqual([]);
  });

  test("rejects public-looking names once they resolve to private addresses", async () => {
    expect(of("reject-after-resolve").length).toBeGreaterThan(0);
    for (const { url } of of("reject-after-resolve")) {
      expect(await checkCallbackUrl(url, rules), url).toEqual({ ok: false, reason: "callback_url_resolves_to_private_host" });
    }
  });

  test("accepts unusual spellings of public names", async () => {
    for (const { url } of of("parse-ok")) expect(await isAccepted(url), url).toBe(true);
  });

  test("sends no delivery to any of them", async () => {
    const options = { ...loopbackOptions("no authority"), ...rules };
    for (const { url } of [...of("reject"), ...of("reject-after-resolve")]) {
      expect((await sendWebhook(webhookTo(url), options)).kind, url).toMatch(/^(unsafe_target|dns_error)$/);
    }
  });
});
