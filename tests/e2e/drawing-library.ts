import type { Page, Response } from "@playwright/test";

/** What the drawing library leaves in every script that has it. */
const LIBRARY = "recharts-surface";

const isScript = ({ pathname }: URL): boolean => pathname.startsWith("/_next/static/") && pathname.endsWith(".js");

/** Runs `work`, and returns its result with the texts of the scripts with the drawing library. */
export async function withLibrary<Result>(page: Page, work: () => Promise<Result>): Promise<{ result: Result; library: string[] }> {
  const loaded: Promise<string>[] = [];
  const note = (response: Response) => void (isScript(new URL(response.url())) && loaded.push(response.text()));
  page.on("response", note);
  const result = await work().finally(() => page.off("response", note));
  return { result, library: (await Promise.all(loaded)).filter((text) => text.includes(LIBRARY)) };
}
