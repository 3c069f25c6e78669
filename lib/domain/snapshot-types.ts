export const SNAPSHOT_TYPES = ["pricing", "models", "benchmarks", "status", "agent-activity", "attention", "gpu"] as const;
export type SnapshotType = (typeof SNAPSHOT_TYPES)[number];
