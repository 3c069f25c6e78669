import { meta } from "@/lib/docs/catalog";
import { blockAnswer } from "@/lib/pages/block-answer";

/** The catalog that all pages of the documentation are made from, where `view=json` asks for it. */
export async function shownCatalog(view: "json" | null): Promise<unknown> {
  if (view === null) return undefined;
  const outcome = await blockAnswer(meta);
  return outcome.kind === "answer" ? outcome.answer : undefined;
}
