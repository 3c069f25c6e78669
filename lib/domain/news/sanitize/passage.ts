/** A part of a text that can also be read in other ways than it is written. */
export interface Passage {
  start: number;
  end: number;
  readings: readonly string[];
}
