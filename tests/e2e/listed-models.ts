import type { APIRequestContext } from "@playwright/test";

interface Model {
  id: string;
  name: string;
  inputPrice: number | null;
  outputPrice: number | null;
  cachedInputPrice?: number;
  contextWindow: number | null;
  freeListing?: true;
}

export type Listed = Model & { key: string };

export async function listed(request: APIRequestContext): Promise<Listed[]> {
  const { providers } = (await (await request.get("/api/models")).json()) as {
    providers: { id: string; models: Model[]; unpriced: Model[] }[];
  };
  return providers.flatMap(({ id, models, unpriced }) => [...models, ...unpriced].map((model) => ({ ...model, key: `${id}/${model.id}` })));
}

export const THREE = ["openai/gpt-5", "anthropic/claude-opus-4-5", "google/gemini-2.5-pro"] as const;

/** Three models that every catalog of these tests has. */
export async function three(request: APIRequestContext): Promise<Listed[]> {
  const all = await listed(request);
  return THREE.map((key) => all.find((model) => model.key === key) as Listed);
}
