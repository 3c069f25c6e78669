import { describe, expect, test } from "vitest";
import { checkCallbackUrl, type CallbackFault } from "@/lib/watches/delivery/check-callback-url";
import type { ResolveHost } from "@/lib/watches/delivery/resolve-host";

const everythingIs = (...addresses: string[]) => ({ allowsPrivate: false, resolve: (async () => addresses) as ResolveHost });
const publicly = everythingIs("93.184.215.14");

async function reasonFor(url: string, rules = publicly): Promise<CallbackFault | "accepted"> {
  const checked = await checkCallbackUrl(url, rules);
  return checked.ok ? "accepted" : checked.reason;
}

const REFUSED: Record<CallbackFault, readonly string[]> = {
  invalid_url: [
    "",
    "hook",
    "/hook",
    "//example.com/hook",
    "https://",
    "https:///",
    "https://exa mple.com/",
    " https://example.com/",
    "https://example.com/ ",
    "https://example.com\\@127.0.0.1/",
    "https:\\\\example.com/",
    "https://exam\tple.com/",
    "https://exam\nple.com/",
    "https://example.com\u0000.evil.test/",
    "https://example.com/\u00a0",
    "https://[::1",
    "https://[fe80::1%25eth0]/",
    "https://1.2.3.256/",
    "https://256.256.256.256/",
    "https://example.com:99999/",
    "https://example.com:-1/",
    "https://a..b.example/",
    "https://example.com../",
    "https://./",
    `https://example.com/${"a".repeat(2048)}`,
  ],
  callback_url_must_be_https: [
    "http://example.com/",
    "http://127.0.0.1/",
    "HTTP://EXAMPLE.COM/",
    "ftp://example.com/",
    "wss://example.com/",
    "file:///etc/passwd",
    "javascript:alert(1)",
    "data:text/plain,x",
    "gopher://example.com:70/_",
    "dict://example.com:11211/",
    "mailto:a@example.com",
    "blob:https://example.com/x",
    "unix:/var/run/docker.sock",
  ],
  callback_url_has_credentials: [
    "https://user@example.com/",
    "https://user:pass@example.com/",
    "https://:pass@example.com/",
    "https://example.com@127.0.0.1/",
    "https://127.0.0.1@example.com/",
    "https://example.com%40127.0.0.1:x@example.com/",
  ],
  callback_url_port_not_allowed: [
    "https://example.com:80/",
    "https://example.com:22/",
    "https://example.com:444/",
    "https://example.com:8080/",
    "https://1.1.1.1:6379/",
    "https://example.com:0/",
    "https://example.com:65535/",
  ],
  callback_url_resolves_to_private_host: [
    "https://localhost/",
    "https://LOCALHOST/",
    "https://localhost./",
    "https://localhost:8443/",
    "https://a.localhost/",
    "https://a.localhost./",
    "https://printer.local/",
    "https://metadata.google.internal/",
    "https://db.internal./",
    "https://router.home.arpa/",
    "https://nas.lan/",
    "https://localhost.localdomain/",
    "https://wiki.corp/",
    "https://metadata/",
    "https://kubernetes/",
    "https://ip6-localhost/",
    "https://instance-data/",
    "https://metadata.platform.example.net/",
    "https://instance-data.ec2.example/",
    "https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/",
    "https://loc%61lhost/",
    "https://127.0.0.1/",
    "https://127.0.0.1./",
    "https://127.1/",
    "https://2130706433/",
    "https://017700000001/",
    "https://0x7f000001/",
    "https://0x7f.1/",
    "https://0177.0.0.1/",
    "https://0/",
    "https://0.0.0.0/",
    "https://１２７.０.０.１/",
    "https://①②⑦.⓪.⓪.①/",
    "https://127。0。0。1/",
    "https://%31%32%37.0.0.1/",
    "https://10.0.0.1/",
    "https://172.16.0.1/",
    "https://192.168.1.1/",
    "https://169.254.169.254/latest/meta-data/",
    "https://2852039166/",
    "https://0xa9fea9fe/",
    "https://0251.0376.0251.0376/",
    "https://100.100.100.200/",
    "https://192.0.0.192/",
    "https://168.63.129.16/",
    "https://198.18.0.1/",
    "https://224.0.0.1/",
    "https://255.255.255.255/",
    "https://127.0.0.1:22/",
    "https://[::]/",
    "https://[::1]/",
    "https://[0:0:0:0:0:0:0:1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[::ffff:7f00:1]/",
    "https://[::ffff:a9fe:a9fe]/",
    "https://[::127.0.0.1]/",
    "https://[64:ff9b::7f00:1]/",
    "https://[64:ff9b::808:808]/",
    "https://[64:ff9b:1::a00:1]/",
    "https://[2002:7f00:1::]/",
    "https://[2001:0:7f00:1::]/",
    "https://[fc00::1]/",
    "https://[fd00:ec2::254]/",
    "https://[fe80::1]/",
    "https://[fec0::1]/",
    "https://[ff02::1]/",
    "https://[2001:db8::1]/",
  ],
  unresolvable: ["https://no-such-name.invalid/"],
  name_servers_silent: [],
  own_resolver_down: [],
};

describe("refused callback URLs", () => {
  for (const [reason, urls] of Object.entries(REFUSED)) {
    test.each(urls)(`${reason}: %j`, async (url) => expect(await reasonFor(url)).toBe(reason));
  }

  test("a literal IP address is not sent to the resolver", async () => {
    const lookups: string[] = [];
    const resolve: ResolveHost = async (host) => (lookups.push(host), ["8.8.8.8"]);
    for (const url of ["https://127.0.0.1/", "https://[::1]/", "https://2130706433/", "https://1.1.1.1/"]) {
      await checkCallbackUrl(url, { allowsPrivate: false, resolve });
    }
    expect(lookups).toEqual([]);
  });

  test.each([
    "127.0.0.1",
    "10.1.2.3",
    "169.254.169.254",
    "::1",
    "fd00::1",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "2002:a00:1::",
    "2001:0:a00:1::",
  ])("refuses a public name with the address %s", async (address) => {
    expect(await reasonFor("https://hooks.example.com/", everythingIs(address))).toBe("callback_url_resolves_to_private_host");
  });

  test("refuses a name with one private address, at any position", async () => {
    for (const addresses of [
      ["10.0.0.1", "8.8.8.8"],
      ["8.8.8.8", "10.0.0.1"],
      ["8.8.8.8", "2606:4700::1111", "::1", "1.1.1.1"],
    ]) {
      expect(await reasonFor("https://hooks.example.com/", everythingIs(...addresses))).toBe("callback_url_resolves_to_private_host");
    }
  });

  test("takes the NAT64 address of a public host where our network has DNS64, and of a private one never", async () => {
    const named = (addresses: string[], ofIpv4Only: string[]) => ({
      allowsPrivate: false,
      resolve: (async (host) => (host === "ipv4only.arpa" ? ofIpv4Only : addresses)) as ResolveHost,
    });
    const [translating, plain] = [["192.0.0.170", "64:ff9b::c000:aa"], ["192.0.0.170"]];
    const url = "https://hooks.example.com/";
    expect(await reasonFor(url, named(["93.184.215.14", "64:ff9b::5db8:d70e"], translating))).toBe("accepted");
    expect(await reasonFor(url, named(["93.184.215.14", "64:ff9b::5db8:d70e"], plain))).toBe("callback_url_resolves_to_private_host");
    for (const inner of ["a00:1", "7f00:1", "a9fe:a9fe", "a83f:8110"]) {
      expect(await reasonFor(url, named([`64:ff9b::${inner}`], translating))).toBe("callback_url_resolves_to_private_host");
    }
    expect(await reasonFor("https://[64:ff9b::5db8:d70e]/", named([], translating))).toBe("callback_url_resolves_to_private_host");
  });

  test("reports unresolvable for a name without addresses, and an outage when no name can be resolved", async () => {
    expect(await reasonFor("https://hooks.example.com/", everythingIs())).toBe("unresolvable");
    expect(
      await reasonFor("https://hooks.example.com/", { allowsPrivate: false, resolve: () => Promise.reject(new Error("SERVFAIL")) }),
    ).toBe("own_resolver_down");
    expect(await reasonFor("https://hooks.example.com/", everythingIs("not an address"))).toBe("unresolvable");
    const cut = new AbortController();
    const waiting = checkCallbackUrl(
      "https://hooks.example.com/",
      { allowsPrivate: false, resolve: () => new Promise(() => undefined) },
      cut.signal,
    );
    cut.abort();
    expect(await waiting).toEqual({ ok: false, reason: "own_resolver_down" });
  });

  test("refuses a name that was public at registration and is private now", async () => {
    const answers = [["93.184.215.14"], ["169.254.169.254"]];
    const rebinding = { allowsPrivate: false, resolve: (async () => answers.shift() ?? []) as ResolveHost };
    expect(await reasonFor("https://rebind.example.com/", rebinding)).toBe("accepted");
    expect(await reasonFor("https://rebind.example.com/", rebinding)).toBe("callback_url_resolves_to_private_host");
  });
});

describe("accepted callback URLs", () => {
  test("returns the addresses, and the URL without trailing dot and fragment", async () => {
    const checked = await checkCallbackUrl(
      "HTTPS://Hooks.Example.COM.:8443/a/../b?c=d#e",
      everythingIs("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"),
    );
    expect(checked).toMatchObject({ ok: true, addresses: ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"] });
    expect(checked.ok && checked.url.href).toBe("https://hooks.example.com:8443/b?c=d");
  });

  test.each([
    "https://example.com",
    "https://example.com:443/",
    "https://example.com:8443/",
    "https://1.1.1.1/hook",
    "https://[2606:4700:4700::1111]:8443/",
    "https://bücher.example/",
    "https://xn--bcher-kva.example/",
    "https://例え.テスト/",
    "https://a-very.deep.name.of.example.co.uk/x?y=z",
    "https://localhost.example.com/",
    "https://internal.example.com/",
    "https:/example.com/",
  ])("accepts %s", async (url) => expect(await reasonFor(url)).toBe("accepted"));

  // URL.canParse of Node 20 refuses such names once its caller is compiled.
  test("accepts a name outside ASCII however often it was asked", async () => {
    for (let call = 0; call < 8000; call += 1) await reasonFor("https://b\u00fccher.example/");
    expect(await reasonFor("https://b\u00fccher.example/")).toBe("accepted");
  });

  test("accepts private hosts and any port with allowsPrivate, but only over TLS", async () => {
    const rules = { ...everythingIs("127.0.0.1"), allowsPrivate: true };
    expect(await reasonFor("https://localhost:4443/", rules)).toBe("accepted");
    expect(await reasonFor("https://127.0.0.1:4443/", rules)).toBe("accepted");
    expect(await reasonFor("http://127.0.0.1:4443/", rules)).toBe("callback_url_must_be_https");
    expect(await reasonFor("https://user@127.0.0.1:4443/", rules)).toBe("callback_url_has_credentials");
  });
});
