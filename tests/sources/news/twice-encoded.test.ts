import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairTwiceEncoded } from "@/lib/sources/news/twice-encoded";

const win1252 = new TextDecoder("windows-1252");
const encodedTwice = (text: string): string => win1252.decode(new TextEncoder().encode(text));

describe("text that was encoded as UTF-8 twice", () => {
  test.each([
    "Köln: Täter für fünf Jahre verurteilt",
    "Deux ans après, à Paris : « Ils allaient me tirer dans le dos »",
    "New York City’s “closest” plant — may close…",
    "The MoD is spending £30 million",
    "Москва и Київ",
    "東京のモデル 🎉",
  ])("is repaired: %s", (text) => {
    expect(encodedTwice(text)).not.toBe(text);
    expect(repairTwiceEncoded(encodedTwice(text))).toBe(text);
  });

  test.each([
    "Köln, Zürich und Genève",
    "À la une : « L’été à Évian »",
    "jusqu’à «demain»",
    "AMANHÃ É SÁBADO",
    "Ångström, façade, piñata, ½ price, 20 °C",
    "Московский Сбербанк",
    "Ελλάδα, 東京, ไทย",
    "plain ASCII",
  ])("anything else stays as it is: %s", (text) => expect(repairTwiceEncoded(text)).toBe(text));

  test("is repaired whatever it says, if windows-1252 has all its bytes", () => {
    const letters = fc.array(fc.constantFrom(..."äöüßéèàçñøåÄÖÜ’“”–€Жяб東京"), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(letters, (parts) => {
        const text = `x ${parts.join(" y ")}`;
        expect(repairTwiceEncoded(encodedTwice(text))).toBe(text);
      }),
      { numRuns: 300 },
    );
  });
});
