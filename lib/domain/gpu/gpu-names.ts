import { groupBy } from "../basics/group-by";

export interface GpuModel {
  id: string;
  vramGb: number;
  aliases: readonly string[];
}

/** Vendor, form factor and edition words do not change which GPU is meant. */
const IGNORED_WORDS =
  /\b(nvidia|geforce|amd|instinct|tesla|quadro|sxm\d?|pcie|nvl|nvlink|oam|fhhl|hbm\d?e?|ac|generation|blackwell|server|workstation|edition|wk|max|q|x\d+|g\d+|gpu)\b/g;
const MEMORY = /\b(\d{2,3})\s*g(?:ib|i|b)?\b/;

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

/** Names a GPU of the catalog, or null. A name that is sold with several memories is null where none is said. */
export type GpuNamer = (raw: string, vramGb: number | null) => string | null;

/** Memory that differs by more than this share of the GPU's own is that of another GPU. */
const MEMORY_TOLERANCE = 0.5;

const distance = (model: GpuModel, memoryGb: number): number => Math.abs(model.vramGb - memoryGb);

const nearestTo = (models: readonly GpuModel[], memoryGb: number): GpuModel | undefined =>
  models.toSorted((a, b) => distance(a, memoryGb) - distance(b, memoryGb))[0];

export function gpuNamer(models: readonly GpuModel[]): GpuNamer {
  const spellings = models.flatMap((model) => [model.id, ...model.aliases].map((spelling) => ({ model, name: keyOf(spelling).name })));
  const byName = groupBy(spellings, ({ name }) => name);
  return (raw, vramGb) => {
    const { name, memoryGb } = keyOf(raw);
    const sizes = [...new Set((byName.get(name) ?? []).map(({ model }) => model))];
    // The memory in a name may be the machine's, as in GH200 480GB.
    const memory = vramGb ?? memoryGb;
    if (memory === null) return sizes.length === 1 ? (sizes[0]?.id ?? null) : null;
    const nearest = nearestTo(sizes, memory);
    return nearest && distance(nearest, memory) <= MEMORY_TOLERANCE * nearest.vramGb ? nearest.id : null;
  };
}
