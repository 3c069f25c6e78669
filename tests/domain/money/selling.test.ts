import { describe, expect, test } from "vitest";
import { sellingOf } from "@/lib/domain/money/selling";

const address = "0xAbCdEf1111111111111111111111111111111111";
const configuration = { address, pinned: undefined, isDisabled: false };

describe("whether anything is sold", () => {
  test("with a wallet it is, whether or not the build pins the same one, in whatever case", () => {
    expect(sellingOf(configuration)).toEqual({ address, isEnabled: true, reason: null });
    expect(sellingOf({ ...configuration, pinned: address.toLowerCase() })).toEqual({ address, isEnabled: true, reason: null });
  });

  test("without a wallet it is not, and no address is shown", () =>
    expect(sellingOf({ ...configuration, address: undefined, pinned: address })).toEqual({
      address: null,
      isEnabled: false,
      reason: expect.stringContaining("No wallet"),
    }));

  test("with another wallet than the build's it is not, and neither is shown", () => {
    expect(sellingOf({ ...configuration, pinned: "0x2222222222222222222222222222222222222222" })).toEqual({
      address: null,
      isEnabled: false,
      reason: expect.stringContaining("Do not send funds"),
    });
  });

  test("while sales are stopped it is not; the address stays, with the warning", () => {
    expect(sellingOf({ ...configuration, isDisabled: true })).toEqual({
      address,
      isEnabled: false,
      reason: expect.stringContaining("stopped sales"),
    });
  });
});
