import type { APIRequestContext, Page } from "@playwright/test";

interface Model {
  id: string;
  name: string;
  inputPrice: number | null;
  outputPrice: number | null;
  blendedPrice: number | null;
  contextWindow: number | null;
  source: string | null;
  verified_at: string | null;
  priceConflict: boolean;
  status: string;
}

export interface Listed extends Model {
  provider: string;
}

/** What the page lists: the API's models that have not ended. */
export async function listed(request: APIRequestContext, query = ""): Promise<Listed[]> {
  const { providers } = await (await request.get(`/api/models${query}`)).json();
  return (providers as { id: string; models: Model[]; unpriced: Model[] }[]).flatMap(({ id, models, unpriced }) =>
    [...models, ...unpriced].filter(({ status }) => ["active", "deprecated"].includes(status)).map((model) => ({ ...model, provider: id })),
  );
}

export const rows = (page: Page) => page.locator("main tbody tr");
export const hrefOf = ({ provider, id }: Listed) =>
  `/models/${encodeURIComponent(provider)}/${id.split("/").map(encodeURIComponent).join("/")}`;
