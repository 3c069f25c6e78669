import { describe, expect, test } from "vitest";
import { missingForSale, sellingOf } from "@/lib/domain/money/selling";

const address = "0xAbCdEf1111111111111111111111111111111111";
const configuration = { address, pinned: undefined, isDisabled: false, isNameless: false, seller: null };

describe("selling", () => {
  test("is enabled with a wallet, whether or not the build pins the same one, in any letter case", () => {
    expect(sellingOf(configuration)).toEqual({ address, isEnabled: true, reason: null });
    expect(sellingOf({ ...configuration, pinned: address.toLowerCase() })).toEqual({ address, isEnabled: true, reason: null });
  });

  test("is disabled without a wallet, and shows no address", () =>
    expect(sellingOf({ ...configuration, address: undefined, pinned: address })).toEqual({
      address: null,
      isEnabled: false,
      reason: expect.stringContaining("No wallet"),
    }));

  test("is disabled with another wallet than the build's, and shows neither", () => {
    expect(sellingOf({ ...configuration, pinned: "0x2222222222222222222222222222222222222222" })).toEqual({
      address: null,
      isEnabled: false,
      reason: expect.stringContaining("Do not send funds"),
    });
  });

  test("is disabled where buyers come by a name that the service was not told, and shows no address", () => {
    const nameless = { ...configuration, isNameless: true };
    expect(missingForSale(nameless).map(({ key }) => key)).toEqual(["PUBLIC_BASE_URL"]);
    expect(sellingOf(nameless)).toEqual({
      address: null,
      isEnabled: false,
      reason: "The operator has not published the address of this service, so nothing is sold. Do not send funds.",
    });
    expect(missingForSale({ ...nameless, address: undefined })).toEqual([]);
  });

  test("is disabled while sales are stopped, and shows the address with a warning", () => {
    expect(sellingOf({ ...configuration, isDisabled: true })).toEqual({
      address,
      isEnabled: false,
      reason: expect.stringContaining("stopped sales"),
    });
  });

  describe("on a public address", () => {
    const seller = { legalEntity: "Example Data LLC", contact: "ops@example.org", socialUrl: "https://social.example/@data" };
    const complete = { ...configuration, pinned: address, seller };

    test("needs who sells, a contact, a social profile and the pinned wallet", () => {
      expect(sellingOf(complete)).toEqual({ address, isEnabled: true, reason: null });
      expect(missingForSale(complete)).toEqual([]);
    });

    test.each([
      ["OPERATOR_LEGAL_ENTITY", { seller: { ...seller, legalEntity: undefined } }, "who sells here"],
      ["OPERATOR_CONTACT", { seller: { ...seller, contact: undefined } }, "a contact"],
      ["OPERATOR_SOCIAL_URL", { seller: { ...seller, socialUrl: undefined } }, "a social profile"],
      ["NEXT_PUBLIC_PAYMENT_ADDRESS", { pinned: undefined }, "in this build"],
    ])("sells nothing without %s and shows no wallet", (key, change, words) => {
      expect(missingForSale({ ...complete, ...change }).map((entry) => entry.key)).toEqual([key]);
      expect(sellingOf({ ...complete, ...change })).toEqual({ address: null, isEnabled: false, reason: expect.stringContaining(words) });
    });

    test("names all that is missing in one sentence, and needs nothing where no wallet is configured", () => {
      const bare = { ...configuration, seller: { legalEntity: undefined, contact: undefined, socialUrl: undefined } };
      expect(sellingOf(bare).reason).toBe(
        "The operator has not published who sells here, a contact, a social profile that repeats the wallet's address or the wallet's address in this build, so nothing is sold. Do not send funds.",
      );
      expect(missingForSale({ ...bare, address: undefined })).toEqual([]);
    });
  });
});
