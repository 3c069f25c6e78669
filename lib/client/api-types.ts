import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from "openapi-fetch";
import type { components, operations, paths } from "../../.cache/client/openapi";

/** Made of the API's description by `npm run gen`; what stands here only picks from it. */
export type { components, operations, paths };

type Verb = "get" | "post" | "delete";
/** Other content types are texts, which a call reads with `parseAs: "text"`. */
type Json = `${string}/json` | `${string}/${string}+json`;

type Api = Client<paths, Json>;

type PathOf<Method extends Verb> = ClientPathsWithMethod<Api, Method>;

export interface Answer<Data> {
  data: Data;
  response: Response;
  /** Names the call in the service's log. */
  requestId: string | null;
}

export type Call<Method extends Verb> = <Path extends PathOf<Method>, Init extends MaybeOptionalInit<paths[Path], Method>>(
  path: Path,
  ...init: undefined extends Init ? [init?: Init] : [init: Init]
) => Promise<Answer<MethodResponse<Api, Method, Path, Init>>>;

/** What an answer of one page says about the page after it. */
export type Paged = { next_cursor: string | null } | { next: string; has_more: boolean };

type DataOf<Path extends PathOf<"get">> = MethodResponse<Api, "get", Path>;

export type PagedPath = {
  [Path in PathOf<"get">]: [DataOf<Path>] extends [never] ? never : DataOf<Path> extends Paged ? Path : never;
}[PathOf<"get">];

export type PageOf<Path extends PagedPath> = DataOf<Path>;

export type ErrorCode = components["schemas"]["Problem"]["error"];
export type Problem = components["schemas"]["Problem"] & Record<string, unknown>;
