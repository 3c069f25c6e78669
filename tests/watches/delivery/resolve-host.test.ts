import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkCallbackUrl } from "@/lib/watches/delivery/check-callback-url";
import { requireCallback } from "@/lib/watches/delivery/require-callback";
import { dnsResolver, resolveBySystem, type ResolveHost } from "@/lib/watches/delivery/resolve-host";
import { sendWebhook } from "@/lib/watches/delivery/send-webhook";
import { startNameServer, type NameServer, type Zone } from "../../support/stores/name-server";
import { createAuthority } from "../../support/stores/test-authority";
import { loopbackOptions, webhookTo } from "../../support/watches/webhook-options";
import { startInbox } from "../../support/watches/webhook-receiver";

let rebound = 0;
/** True while the control name resolves. It tells an outage of our resolver from one of a caller's name servers. */
let isControlThere = true;
const zone: Zone = (name) => {
  if (name === "both.example.com") return ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"];
  if (name === "mixed.example.com") return ["93.184.215.14", "fd00::1"];
  if (name === "here.example.com") return ["127.0.0.1"];
  // A lookup makes two queries (A and AAAA): public for the first lookup, loopback after it.
  if (name === "rebind.example.com") return rebound++ < 2 ? ["93.184.215.14"] : ["127.0.0.1"];
  if (name === "empty.example.com") return [];
  if (name === "broken.example.com") return "broken";
  if (name === "a.root-servers.net") return isControlThere ? ["198.41.0.4"] : "silent";
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
    await expect(waiting).rejects.toMatchObject({ code: "ECANCELLED" });
  });
  test("fails for a server failure, and not for a name without addresses", async () => {
    await expect(resolve("broken.example.com", never)).rejects.toMatchObject({ code: "ESERVFAIL" });
    expect(await resolve("empty.example.com", never)).toEqual([]);
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

  test.each(["broken", "silent"])("tell a name whose servers are %s from an outage of our own resolver", async (name) => {
    const outcomeOf = () => requireCallback(`https://${name}.example.com/`, { isDryRun: false, rules: rules() });
    isControlThere = true;
    await expect(outcomeOf()).rejects.toMatchObject({
      code: "callback_url_unresolvable",
      status: 400,
      details: { retryable: true },
      headers: { "Retry-After": "5" },
    });
    isControlThere = false;
    await expect(outcomeOf()).rejects.toMatchObject({ code: "callback_check_unavailable", status: 503, headers: { "Retry-After": "5" } });
    isControlThere = true;
  });

  test.each(["missing", "empty"])("refuse a name that is %s without asking for another one", async (name) => {
    nameServer.asked.length = 0;
    await expect(requireCallback(`https://${name}.example.com/`, { isDryRun: false, rules: rules() })).rejects.toMatchObject({
      code: "callback_url_unresolvable",
      status: 400,
      details: { parameter: "callback_url" },
    });
    expect(new Set(nameServer.asked)).toEqual(new Set([`${name}.example.com`]));
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
