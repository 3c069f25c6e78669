import { encode } from "uqr";

/** An SVG path of unit squares, and the length of a side with its quiet zone. */
export interface QrDrawing {
  path: string;
  size: number;
}

export function drawQr(text: string): QrDrawing {
  const { data, size } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return { path, size };
}
