import { isIP } from "node:net";
import { generate } from "selfsigned";

export interface Certificate {
  key: string;
  cert: string;
}

export interface TestAuthority {
  ca: string;
  issue(names: readonly string[], options?: { expiredDays?: number }): Promise<Certificate>;
}

const DAY_MS = 86_400_000;
const EC = { keyType: "ec", curve: "P-256", algorithm: "sha256" } as const;

/** A certificate authority for tests; nothing trusts it by default. */
export async function createAuthority(name = "Test Authority"): Promise<TestAuthority> {
  const root = await generate([{ name: "commonName", value: name }], {
    ...EC,
    notAfterDate: new Date(Date.now() + 30 * DAY_MS),
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "keyUsage", keyCertSign: true, digitalSignature: true, critical: true },
    ],
  });
  return {
    ca: root.cert,
    async issue(names, { expiredDays = 0 } = {}) {
      const end = expiredDays > 0 ? Date.now() - expiredDays * DAY_MS : Date.now() + 20 * DAY_MS;
      const issued = await generate([{ name: "commonName", value: names[0] ?? "receiver" }], {
        ...EC,
        notBeforeDate: new Date(end - 25 * DAY_MS),
        notAfterDate: new Date(end),
        ca: { key: root.private, cert: root.cert },
        extensions: [
          { name: "basicConstraints", cA: false },
          {
            name: "subjectAltName",
            altNames: names.map((value) => (isIP(value) === 0 ? { type: 2 as const, value } : { type: 7 as const, ip: value })),
          },
        ],
      });
      return { key: issued.private, cert: issued.cert };
    },
  };
}
