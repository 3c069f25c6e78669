export type Three = readonly [number, number, number];

/** Normal equations of three unknowns: the upper half of a symmetric matrix, and the right side. */
export interface Normal {
  xx: number;
  xy: number;
  xz: number;
  yy: number;
  yz: number;
  zz: number;
  right: [number, number, number];
}

/** The knowledge before any measurement. It says how sure each unknown is, and how far from its expected value. */
export const normalOf = (precisions: Three, distances: Three): Normal => ({
  xx: precisions[0],
  xy: 0,
  xz: 0,
  yy: precisions[1],
  yz: 0,
  zz: precisions[2],
  right: [precisions[0] * distances[0], precisions[1] * distances[1], precisions[2] * distances[2]],
});

/** Adds a measurement that differs by `residual` and changes with the unknowns as `gradient` says. */
export function addMeasurement(normal: Normal, [x, y, z]: Three, weight: number, residual: number): void {
  normal.xx += weight * x * x;
  normal.xy += weight * x * y;
  normal.xz += weight * x * z;
  normal.yy += weight * y * y;
  normal.yz += weight * y * z;
  normal.zz += weight * z * z;
  normal.right[0] += weight * x * residual;
  normal.right[1] += weight * y * residual;
  normal.right[2] += weight * z * residual;
}

export interface Covariance {
  xx: number;
  xy: number;
  xz: number;
  yy: number;
  yz: number;
  zz: number;
}

/** The inverse of the matrix. It exists, because every unknown has a precision of its own above 0. */
export function covarianceOf({ xx, xy, xz, yy, yz, zz }: Normal): Covariance {
  const [minorX, minorY, minorZ] = [yy * zz - yz * yz, xz * yz - xy * zz, xy * yz - xz * yy];
  const determinant = xx * minorX + xy * minorY + xz * minorZ;
  return {
    xx: minorX / determinant,
    xy: minorY / determinant,
    xz: minorZ / determinant,
    yy: (xx * zz - xz * xz) / determinant,
    yz: (xy * xz - xx * yz) / determinant,
    zz: (xx * yy - xy * xy) / determinant,
  };
}

export function solutionOf(normal: Normal): Three {
  const { xx, xy, xz, yy, yz, zz } = covarianceOf(normal);
  const [x, y, z] = normal.right;
  return [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
}

/** Variance of a sum of the unknowns in these parts. */
export const varianceOf = ({ xx, xy, xz, yy, yz, zz }: Covariance, [x, y, z]: Three): number =>
  xx * x * x + yy * y * y + zz * z * z + 2 * (xy * x * y + xz * x * z + yz * y * z);
