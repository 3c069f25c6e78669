import { expect, test } from "vitest";
import { softwareKindOf } from "@/lib/domain/security/ai-software";

test("golden: software is told by whole words of its vendor and product", () => {
  expect(softwareKindOf("Langflow", "Langflow")).toBe("ai");
  expect(softwareKindOf("NVIDIA", "Container Toolkit")).toBe("ai");
  expect(softwareKindOf("Linux", "Kernel")).toBe("base");
  expect(softwareKindOf("Apache", "HTTP Server")).toBe("base");
  expect(softwareKindOf("React", null)).toBe("base");
  expect(softwareKindOf("GNU", "GNU C Library")).toBe("base");
  expect(softwareKindOf("Microsoft", "Windows")).toBeNull();
  expect(softwareKindOf("Digitron", "Gitea")).toBeNull();
  for (const [vendor, product] of [
    ["Google", "Chromium GPU"],
    ["Android", "Kernel"],
    ["Microsoft", "DirectX Graphics Kernel (DXGKRNL)"],
  ] as const) {
    expect(softwareKindOf(vendor, product)).toBeNull();
  }
  expect(softwareKindOf(null, null)).toBeNull();
});
