/** A declared path as documents write it, without what a caller put in its place: `/api/premium/providers/{name}`. */
export const routePattern = (path: string): string => path.replace(/\[(\w+)\]/g, "{$1}");
