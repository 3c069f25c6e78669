import type { Engine } from "@/lib/http/session/engine";
import type { OtherThread } from "../threads/other-thread";
import { endpointName, type PagesMainMethods } from "./protocol";

/** The main thread's engine, for the pages that this thread renders. */
export const engineOfMain = ({ call }: Pick<OtherThread<PagesMainMethods>, "call">): Engine => ({
  answer: (endpoint, ...rest) => call("answer", endpointName(endpoint), ...rest),
  answerToToken: (endpoint, ...rest) => call("answerToToken", endpointName(endpoint), ...rest),
  callAs: (endpoint, ...rest) => call("callAs", endpointName(endpoint), ...rest),
  countFreeCall: (address) => call("countFreeCall", address),
  workOnAccount: (name, args) => call("workOnAccount", name, args),
});
