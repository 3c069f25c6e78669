import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCallbackUrl } from "@/lib/watches/delivery/check-callback-url";
import { dnsResolver, resolveBySystem, type ResolveHost } from "@/lib/watches/delivery/resolve-host";
import { sendWebhook } from "@/lib/watches/delivery/send-webhook";
import { startNameServer, type NameServer, type Zone } from "../../support/stores/name-server";
import { createAuthority } from "../../support/stores/test-authority";
import { loopbackOptions, webhookTo } from "../../support/watches/webhook-options";
import { startInbox } from "../../support/watches/webhook-receiver";

let rebound = 0;
const zone: Zone = (name) => {
  if (name === "both.example.com") return ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"];
  if (name === "mixed.example.com") return ["93.184.215.14", "fd00::1"];
  if (name === "here.example.com") return ["127.0.0.1"];
  // One lookup makes two queries (A and AAAA): public for the first lookup, loopback after it.
  if (name === "rebind.example.com") return rebound++ < 2 ? ["93.184.215.14"] : ["127.0.0.1"];
  return name === "silent.example.com" ? "silent" : "missing";
};

let nameServer: NameServer;
let resolve: ResolveHost;
const never = new AbortController().signal;

beforeAll(async () => {
  nameServer = await startNameServer(zone);
  resolve = dnsResolver([nameServer.address]);
});
afterAll(() => nameServer.close());

describe("dnsResolver", () => {
  test("returns IPv4 and IPv6 addresses", async () => {
    expect(await resolve("both.example.com", never)).toEqual(["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"]);
  });
  test("returns nothing for a name that does not exist", async () => expect(await resolve("missing.example.com", never)).toEqual([]));
  test("gives up a silent server when the signal aborts", async () => {
    const cut = new AbortController();
    const waiting = resolve("silent.example.com", cut.signal);
    setTimeout(() => cut.abort(), 50);
    expect(await waiting).toEqual([]);
  });
  test("ignores the hosts file of this machine", async () => {
    expect(await resolveBySystem("localhost", never)).not.toEqual([]);
    expect(await resolve("localhost", never)).toEqual([]);
  });
});

describe("checks with real lookups", () => {
  const rules = () => ({ allowsPrivate: false, resolve });
  test("refuse a name with one private address of either kind", async () => {
    expect(await checkCallbackUrl("https://both.example.com/", rules())).toMatchObject({ ok: true });
    for (const name of ["mixed", "here"]) {
      expect(await checkCallbackUrl(`https://${name}.example.com/`, rules())).toEqual({
        ok: false,
        reason: "callback_url_resolves_to_private_host",
      });
    }
    expect(await checkCallbackUrl("https://missing.example.com/", rules())).toEqual({ ok: false, reason: "unresolvable" });
  });

  test("send nothing to a name that points to this machine after registration", async () => {
    const authority = await createAuthority();
    const inbox = await startInbox(await authority.issue(["rebind.example.com"]));
    try {
      expect(await checkCallbackUrl("https://rebind.example.com/hook", rules())).toMatchObject({ ok: true, addresses: ["93.184.215.14"] });
      expect(await sendWebhook(webhookTo("https://rebind.example.com/hook"), { ...loopbackOptions(authority.ca), ...rules() })).toEqual({
        kind: "unsafe_target",
        detail: "callback_url_resolves_to_private_host",
      });
      expect(await sendWebhook(webhookTo(inbox.urlFor("rebind.example.com")), { ...loopbackOptions(authority.ca), resolve })).toEqual({
        kind: "answered",
        status: 204,
      });
      expect(inbox.received).toHaveLength(1);
    } finally {
      await inbox.close();
    }
  });
});
