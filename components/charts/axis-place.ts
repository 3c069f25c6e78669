/** A range of values with its ticks; plain data, so that server and browser draw from the same. */
export interface Axis {
  isLog: boolean;
  domain: [number, number];
  ticks: number[];
}

/** Places a value of the axis between two ends in pixels. By hand, because the library of scales would weigh 21 KB in every browser. */
export function placed({ isLog, domain: [low, high] }: Axis, [from, to]: readonly [number, number]): (value: number) => number {
  const along = isLog ? Math.log : (value: number) => value;
  const perUnit = (to - from) / (along(high) - along(low));
  return (value) => from + (along(value) - along(low)) * perUnit;
}
