import { describe, expect, test } from "vitest";
import { sellingOf } from "@/lib/domain/money/selling";

const address = "0xAbCdEf1111111111111111111111111111111111";
const configuration = { address, pinned: undefined, isDisabled: false };

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

  test("is disabled while sales are stopped, and shows the address with a warning", () => {
    expect(sellingOf({ ...configuration, isDisabled: true })).toEqual({
      address,
      isEnabled: false,
      reason: expect.stringContaining("stopped sales"),
    });
  });
});
