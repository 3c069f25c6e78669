import type { IncomingMessage, ServerResponse } from "node:http";
import type { ApiError } from "@/lib/errors";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import { pathOf } from "@/lib/http/target";
import { withUnreadBilling } from "@/lib/http/call/with-unread-billing";
import { send } from "../listener";

const LONGEST_SHOWN_PATH = 200;

/** Answers a request with an error, without a handler. A paid path's error says that nothing was charged. */
export function sendRefused({ url = "/", headers }: IncomingMessage, response: ServerResponse, error: ApiError): void {
  if (response.headersSent) return void response.destroy();
  send(
    response,
    errorAnswer(withUnreadBilling(error, url, headers.authorization), newRequestId(), pathOf(url).slice(0, LONGEST_SHOWN_PATH)),
  );
}
