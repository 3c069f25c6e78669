import { z } from "zod";
import type { GpuModel, GpuNamer } from "@/lib/domain/gpu-names";

/** A GPU by its canonical name or another spelling of it; the handler gets the canonical name. */
export function gpuParam(nameGpu: GpuNamer, models: readonly GpuModel[]) {
  return z
    .string()
    .max(100)
    .transform((text, context) => {
      const id = nameGpu(text, null);
      if (id !== null) return id;
      context.addIssue({ code: "custom", message: "is not a known GPU" });
      return z.NEVER;
    })
    .meta({
      missing: "gpu_required",
      invalid: "invalid_gpu",
      accepts: `one of ${models.map(({ id }) => id).join(", ")}`,
      description: "Canonical name of the GPU",
    });
}
