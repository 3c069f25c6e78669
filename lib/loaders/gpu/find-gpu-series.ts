import type { Db } from "@/db/client";
import { listGpuDays } from "@/db/queries/gpu/gpu";
import { gpuModels } from "@/lib/catalogs/gpu-pricing";
import { fillDays, type DateRange } from "@/lib/domain/basics/date-range";
import { gpuChanges, toGpuPoint, type GpuSeries } from "@/lib/schemas/gpu";

export async function findGpuSeries(db: Db, gpu: string, { from, to, days }: DateRange): Promise<{ series: GpuSeries; captures: Date[] }> {
  const rows = await listGpuDays(db, gpu, from, to);
  const points = fillDays(rows, { from, days }).map(toGpuPoint);
  const captured = points.filter(({ has_data }) => has_data).length;
  const series = {
    from,
    to,
    gpu,
    vram_gb: gpuModels.find(({ id }) => id === gpu)?.vramGb ?? 0,
    days,
    points,
    delta_in_window: gpuChanges(points),
    notes: captured === days ? [] : [`${captured} of ${days} days were captured; the others have has_data false.`],
  };
  return { series, captures: rows.map(({ capturedAt }) => capturedAt) };
}
