/** Every chart is drawn twice: a wide drawing that is scaled down to a phone could not be read. */
export type Size = "wide" | "narrow";

export interface Box {
  width: number;
  height: number;
}
