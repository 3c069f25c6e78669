import { join } from "node:path";
import { build } from "esbuild";
import type { Page } from "@playwright/test";
import type { ComparedCopies } from "@/lib/domain/money/purchase-flow/compare-copies";
import { expect, test, toReview } from "./buying";

const root = join(import.meta.dirname, "../../..");
const ENTRY = `
  import { readCopies } from "@/components/wallet/ask-for-quote";
  import { compareCopies } from "@/lib/domain/money/purchase-flow/compare-copies";
  export const compared = async () => {
    const { copies } = await readCopies(new AbortController().signal);
    return { ...compareCopies(copies), places: copies.map(({ at }) => at) };
  };`;

/** What the page compares, as a build with this address pinned has it. The build that all tests share has none. */
async function comparedWith(page: Page, pinned: string): Promise<ComparedCopies & { places: string[] }> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: root, loader: "ts" },
    alias: { "@": root },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "pinnedBuild",
    define: { "process.env.NEXT_PUBLIC_PAYMENT_ADDRESS": JSON.stringify(pinned) },
  });
  await page.goto("/buy");
  return page.evaluate(`(async () => { ${outputFiles[0]?.text ?? ""}; return pinnedBuild.compared(); })()`);
}

test("the pinned address is a third copy, and one character in which it differs stops the purchase", async ({ page, chain }) => {
  const places = ["payment/info", "llms.txt", "this build"];
  expect(await comparedWith(page, chain.payTo)).toEqual({ differences: [], matching: 3, places });
  const last = chain.payTo.endsWith("1") ? "2" : "1";
  const other = `${chain.payTo.slice(0, -1)}${last}`;
  const { differences, matching } = await comparedWith(page, other);
  expect(differences).toEqual([{ what: "address", expected: chain.payTo, found: other, at: "this build" }]);
  expect(matching).toBe(2);
  expect((await comparedWith(page, "")).places).toEqual(["payment/info", "llms.txt"]);
});

test("the review names what was checked, and links the operator's profile beside the address to compare it with", async ({
  page,
  chain,
  wallet: _,
}) => {
  await toReview(page);
  await expect(page.getByRole("list", { name: "Checks" }).getByRole("listitem")).toHaveText([
    /Network: Base: checked/,
    /the same in payment\/info, llms\.txt, the quote: checked/,
    /Balance in USDC: checked/,
    /Fee of the network: checked/,
  ]);
  const to = page.getByText(/it must end in/);
  await expect(to.getByRole("link", { name: "the operator's profile" })).toHaveAttribute("href", "https://social.example/@data");
  await expect(to).toContainText(chain.payTo.slice(-8));
});
