import { configurationFault } from "@/lib/config/configuration-fault";
import type { ApiResponse } from "../answer";
import { plainPage } from "./plain-page";
import { errorAnswer, newRequestId } from "./respond";
import { pathOf, targetOf } from "../target";

/** The problem that answers every program while the configuration is not whole; null when it is. */
export function answerUnconfigured(url: string): ApiResponse | null {
  const fault = configurationFault();
  return fault && errorAnswer(fault, newRequestId(), pathOf(targetOf(url)));
}

/** The page of a service that is not configured. It needs neither a database nor a name. */
export function unconfiguredPage(): ApiResponse | null {
  const fault = configurationFault();
  if (!fault) return null;
  const mend =
    "Its operator sets what is missing in the environment variables of the project, and deploys it again. The file lib/config/keys.ts of the project says what each variable is for.";
  const paragraphs = [fault.message, mend];
  return plainPage({ status: fault.status, title: "This service is not configured yet", paragraphs, headers: fault.headers });
}
