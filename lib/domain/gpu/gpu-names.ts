export interface GpuModel {
  id: string;
  vramGb: number;
  aliases: readonly string[];
}

/** Vendor, form factor and edition words do not change which GPU is meant. */
const IGNORED_WORDS =
  /\b(nvidia|geforce|amd|instinct|tesla|quadro|sxm\d?|pcie|nvl|nvlink|oam|fhhl|hbm\d?e?|ac|generation|blackwell|server|workstation|edition|wk|max|q|x\d+|g\d+|gpu)\b/g;
const MEMORY = /\b(\d{2,3})\s*g(?:ib|i|b)?\b/;

/** The A100 is sold with 40 and 80 GB, at very different prices. */
const A100_LARGE_FROM_GB = 60;

interface GpuKey {
  name: string;
  memoryGb: number | null;
}

function keyOf(raw: string): GpuKey {
  const words = raw.toLowerCase().replace(/[^a-z0-9]+/g, " ");
  const memory = MEMORY.exec(words);
  const name = words.replace(MEMORY, " ").replace(IGNORED_WORDS, " ").replace(/\s+/g, "");
  return { name, memoryGb: memory ? Number(memory[1]) : null };
}

export type GpuNamer = (raw: string, vramGb: number | null) => string | null;

export function gpuNamer(models: readonly GpuModel[]): GpuNamer {
  const byKey = new Map<string, string>();
  for (const { id, aliases } of models) {
    if (!id.startsWith("A100-")) for (const spelling of [id, ...aliases]) byKey.set(keyOf(spelling).name, id);
  }
  return (raw, vramGb) => {
    const { name, memoryGb } = keyOf(raw);
    if (name !== "a100") return byKey.get(name) ?? null;
    const memory = memoryGb ?? vramGb;
    if (memory === null) return null;
    return memory >= A100_LARGE_FROM_GB ? "A100-80GB" : "A100-40GB";
  };
}
