import { describe, expect, test } from "vitest";
import { confirmingSources, cveCard } from "@/lib/domain/security/cve-card";
import { CISA, type AffectedProduct, type CveReadings, type CvssScore } from "@/lib/domain/security/cve-facts";
import { affectedProduct, filed, listed, nowhere, present, record, score, silent } from "../../support/security/card-readings";

describe("which score leads", () => {
  const authors = (readings: Partial<CveReadings>) =>
    cveCard({ ...nowhere, ...readings }).scores.map(({ version, suppliedBy, source }) => `${version} ${suppliedBy} ${source}`);
  const byCisa = (version: CvssScore["version"], value: number) => score(version, value, { container: "adp", suppliedBy: CISA });
  const byOther = score("v4_0", 9.9, { container: "adp", suppliedBy: "Acme" });

  test("the numbering authority's, before CISA's, before others', wherever they were read", () => {
    const mitre = present(record({ scores: [score("v3_0", 7), byOther] }));
    const vulnrichment = present(record({ scores: [score("v3_1", 1), byCisa("v3_1", 9.8)] }));
    expect(authors({ mitre, vulnrichment })).toEqual(["v3_0 redhat mitre", "v3_1 CISA-ADP vulnrichment", "v4_0 Acme mitre"]);
  });

  test("the authority's scores of CISA's copy count where the record could not be read", () =>
    expect(authors({ mitre: silent(), vulnrichment: present(record({ scores: [score("v3_1", 1), byCisa("v3_1", 9.8)] })) })).toEqual([
      "v3_1 redhat vulnrichment",
      "v3_1 CISA-ADP vulnrichment",
    ]));

  test("a score that both have is shown once, as the record has it", () =>
    expect(
      authors({
        mitre: present(record({ scores: [byCisa("v3_1", 9.8)] })),
        vulnrichment: present(record({ scores: [byCisa("v3_1", 9)] })),
      }),
    ).toEqual(["v3_1 CISA-ADP mitre"]));
});

describe("what confirms", () => {
  const rejected = present(record({ state: "rejected", rejectedReason: "No." }));
  const score31 = present({ probability: 0.1, percentile: null, scoreDate: null });
  const product = { ...affectedProduct, product: "packer" };
  const advised = present({ ...filed, products: [product] });

  test("neither a rejected record, nor an advisory or a score for it, which list nothing as affected", () => {
    const readings = {
      ...nowhere,
      mitre: rejected,
      osv: advised,
      epss: score31,
      vulnrichment: present(record({ products: [product], scores: [score("v3_1", 9)] })),
    };
    expect(confirmingSources(readings)).toEqual([]);
    expect(cveCard(readings)).toMatchObject({ state: "rejected", scores: [], affected: [], products: null });
    expect(confirmingSources({ ...readings, kev: present(listed) })).toEqual(["kev"]);
    expect(confirmingSources({ ...readings, mitre: silent(), vulnrichment: rejected })).toEqual([]);
  });

  test("a rejected copy is no word against the record", () => {
    const readings = { ...nowhere, mitre: present(record()), vulnrichment: rejected, osv: advised };
    expect(confirmingSources(readings)).toEqual(["mitre", "osv"]);
    expect(cveCard(readings).affected).toHaveLength(1);
  });

  test("not an advisory that was withdrawn", () =>
    expect(confirmingSources({ ...nowhere, osv: present({ ...filed, isWithdrawn: true }), kev: present(listed) })).toEqual(["kev"]));
});

describe("what is affected", () => {
  const named = (product: string, over: Partial<AffectedProduct> = {}): AffectedProduct => ({ ...affectedProduct, product, ...over });

  test("is said by who supplied the entry, and each product is named once", () => {
    const mitre = present(
      record({ products: [named("db", { platforms: ["Linux"] }), named("db", { platforms: ["Windows"], suppliedBy: CISA })] }),
    );
    const { affected, products } = cveCard({ ...nowhere, mitre });
    expect(affected.map(({ by }) => by)).toEqual(["MITRE (redhat)", "MITRE (CISA-ADP)"]);
    expect(products).toEqual({ value: [{ vendor: null, product: "db" }], by: "MITRE (redhat)" });
  });

  test("is CISA's word, and said to be, where neither the authority nor the record's own copy of CISA's names it", () => {
    const vulnrichment = present(record({ products: [named("ray", { suppliedBy: CISA })] }));
    const { affected, products } = cveCard({ ...nowhere, mitre: present(record()), vulnrichment });
    expect([affected.map(({ by }) => by), products?.by]).toEqual([["Vulnrichment (CISA-ADP)"], "Vulnrichment (CISA-ADP)"]);
  });

  test("a product of which nothing is known is listed as such, and not named as affected", () => {
    const card = cveCard({ ...nowhere, mitre: present(record({ products: [named("db", { defaultStatus: "unknown" })] })) });
    expect([card.affected.length, card.products]).toEqual([1, null]);
  });
});
