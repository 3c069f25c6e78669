import { refusalWords } from "@/components/ui/refusal-words";
import { formatCount } from "@/lib/domain/pages/format";

export interface MadeCall {
  method: string;
  address: string;
  /** Null where the call needs none. */
  token: string | null;
  /** JSON as the reader wrote it; null where nothing is sent along. */
  body: string | null;
}

export interface CallResponse {
  /** Null when no answer came. */
  status: number | null;
  text: string;
}

const IS_TEXT = /json|text|xml/;

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

async function textOf(response: Response): Promise<string> {
  const type = response.headers.get("content-type") ?? "";
  if (IS_TEXT.test(type)) return readable(await response.text());
  const { byteLength } = await response.arrayBuffer();
  return byteLength === 0 ? "Without a body." : `${formatCount(byteLength)} bytes of ${type}`;
}

const headersOf = ({ token, body }: MadeCall): Record<string, string> => ({
  ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
  ...(body === null ? {} : { "Content-Type": "application/json" }),
});

/** Makes the call against this very service, and shows whatever it answers. */
export async function makeCall(call: MadeCall): Promise<CallResponse> {
  try {
    const { method, address, body } = call;
    const response = await fetch(address, { method, headers: headersOf(call), body, cache: "no-store" });
    return { status: response.status, text: await textOf(response) };
  } catch {
    return { status: null, text: refusalWords(null) };
  }
}
