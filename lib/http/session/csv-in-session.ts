import type { z } from "zod";
import type { AnyEndpoint } from "../endpoint";
import { csvText } from "@/lib/sources/workers/files/csv-text";
import { CSV_TYPE } from "../envelope";
import { encodeText } from "../call/respond";
import type { AccountSession } from "./visit";
import { readInSession } from "./read-in-session";

type AnswerOf<Target extends AnyEndpoint> = z.output<Target["response"]>;

interface Table<Target extends AnyEndpoint> {
  endpoint: Target;
  query?: Record<string, string>;
  /** The parameter that asks for the rows after these; null after the last ones. */
  next?: (answer: AnswerOf<Target>) => string | null;
}

/** The text of all pages of a list. Only the first page has the names of the columns. */
async function* pagesOf<Target extends AnyEndpoint>(
  session: Pick<AccountSession, "tokenHash">,
  { endpoint, query = {}, next = () => null }: Table<Target>,
): AsyncGenerator<Uint8Array> {
  if (!endpoint.csv) throw new Error(`${endpoint.path} is not declared with \`csv\``);
  let cursor: string | null = null;
  do {
    const answer = await readInSession(session, endpoint, cursor === null ? query : { ...query, cursor });
    const text = csvText(endpoint.csv(answer as never));
    yield encodeText(cursor === null ? text : text.slice(text.indexOf("\n") + 1));
    cursor = next(answer);
  } while (cursor !== null);
}

/** A list of the account as a file, for a link of a page. The browser sends the session's cookie with it, and no token. */
export async function csvInSession<Target extends AnyEndpoint>(
  session: Pick<AccountSession, "tokenHash">,
  table: Table<Target>,
  fileName: string,
): Promise<Response> {
  const pages = pagesOf(session, table);
  // The first page is read before the status is sent, so that a refusal is not the content of a file.
  const first = await pages.next();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (first.value) controller.enqueue(first.value);
    },
    async pull(controller) {
      const { done, value } = await pages.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await pages.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": `${CSV_TYPE}; charset=utf-8`,
      "Content-Disposition": `attachment; filename="${fileName}"`,
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}
