import type { Page, Response } from "@playwright/test";

/** What the drawing library leaves in every script that has it. */
const LIBRARY = "recharts-surface";

const isScript = ({ pathname }: URL): boolean => pathname.startsWith("/_next/static/") && pathname.endsWith(".js");

/** Texts of the scripts with the drawing library that the page loads while `work` runs. */
export async function libraryLoadedBy(page: Page, work: () => Promise<unknown>): Promise<string[]> {
  const loaded: Promise<string>[] = [];
  const note = (response: Response) => void (isScript(new URL(response.url())) && loaded.push(response.text()));
  page.on("response", note);
  try {
    await work();
  } finally {
    page.off("response", note);
  }
  return (await Promise.all(loaded)).filter((text) => text.includes(LIBRARY));
}
