/** Every chart is drawn twice: a wide drawing that is scaled down to a phone could not be read. */
export type Size = "wide" | "narrow";

export interface Box {
  width: number;
  height: number;
}

/** Which of the two drawings the width of the page shows; the style sheet says it where it chooses. */
export const sizeIn = (box: HTMLElement): Size =>
  getComputedStyle(box).getPropertyValue("--chart-size").trim() === "narrow" ? "narrow" : "wide";
