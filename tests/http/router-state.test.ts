import { expect, test } from "vitest";
import { routerStateFault } from "@/lib/server/requests/router-state";

const faultOf = (state: string | undefined): string | null => routerStateFault({ "next-router-state-tree": state })?.code ?? null;
const encoded = (state: unknown): string => encodeURIComponent(JSON.stringify(state));

test.each([
  undefined,
  encoded(["", {}]),
  encoded(["", { children: [["provider", "openai", "d", null], { children: ["__PAGE__", {}] }, null, "refetch"] }, null, null, 16]),
])("a state that Next's scripts send is accepted: %s", (state) => expect(faultOf(state)).toBeNull());

test.each([
  "",
  "%",
  "%ff",
  "{}",
  "null",
  "[",
  encoded(["", {}, "x"]),
  encoded([1, {}]),
  encoded(["", { children: [] }]),
  "[".repeat(12_000),
])("one that Next would fail at is malformed: %s", (state) => expect(faultOf(state)).toBe("malformed_request"));
