import { z } from "zod";
import { ApiError } from "@/lib/errors";

/** Header of Next's router with the parts of a page that it has. Next answers 500 to a header that it cannot read. */
const HEADER = "next-router-state-tree";

const KINDS = ["c", "ci(..)(..)", "ci(.)", "ci(..)", "ci(...)", "oc", "d", "di(..)(..)", "di(.)", "di(..)", "di(...)"];

const Segment = z.union([z.string(), z.tuple([z.string(), z.string(), z.enum(KINDS), z.array(z.string()).nullable()])]);

/** Mirrors Next's own schema, `flightRouterStateSchema`. */
const RouterState: z.ZodType = z.lazy(() =>
  z.tuple([
    Segment,
    z.record(z.string(), RouterState),
    z.tuple([z.string(), z.string()]).nullish(),
    z.enum(["refetch", "inside-shared-layout", "metadata-only"]).nullish(),
    z.number().nullish(),
    z.string().optional(),
  ]),
);

function isRouterState(text: string): boolean {
  try {
    return RouterState.safeParse(JSON.parse(decodeURIComponent(text))).success;
  } catch {
    return false;
  }
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export const hasRouterState = (headers: Headers): boolean => HEADER in headers;

/** Why a request of that router is refused; null when it is not. */
export function routerStateFault(headers: Headers): ApiError | null {
  const given = headers[HEADER];
  return given === undefined || isRouterState(String(given))
    ? null
    : new ApiError("malformed_request", `The header ${HEADER} cannot be read.`);
}
