import { createClient, type ServiceClient } from "../client";
import { CommandFailure, usageFault } from "./exit-codes";
import type { Host, Terminal } from "./output/terminal";
import { sendByNode } from "./send-by-node";
import { findToken } from "./token/stored-tokens";
import { VERSION } from "./version";

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

export interface ContextOptions {
  host: Host;
  terminal: Terminal;
  /** What `--base-url` says. */
  baseUrl: string | undefined;
  /** The address that this package was built for, where it was built for one. */
  builtFor: string | undefined;
}

function addressIn(text: string): URL {
  try {
    const url = new URL(text);
    if (/^https?:$/.test(url.protocol)) return url;
  } catch {
    // What is no address gets the same answer as one of another kind.
  }
  throw usageFault(
    `${JSON.stringify(text.slice(0, 200))} is no http or https address.`,
    "Give --base-url or AED_BASE_URL, like https://data.example.org.",
  );
}

/** What every command stands on: the terminal, and the service at its address. */
export class Context {
  readonly host: Host;
  readonly terminal: Terminal;

  constructor(private readonly options: ContextOptions) {
    this.host = options.host;
    this.terminal = options.terminal;
  }

  get baseUrl(): string {
    const { baseUrl, builtFor, host } = this.options;
    const given = baseUrl ?? (host.env.AED_BASE_URL || builtFor);
    if (given) return addressIn(given).href.replace(/\/+$/, "");
    throw usageFault("Which service to ask is not known.", "Give --base-url, or set AED_BASE_URL to its address.");
  }

  /** Calls that need no token. None is sent, so that none can leak by them. */
  open(): ServiceClient {
    return this.clientWith(null);
  }

  /** Calls that cost credits or read the account. */
  async withToken(token?: string): Promise<ServiceClient> {
    return this.clientWith(token ?? (await findToken(this.host, this.baseUrl)));
  }

  private clientWith(token: string | null): ServiceClient {
    const { protocol, hostname } = new URL(this.baseUrl);
    if (token !== null && protocol === "http:" && !LOOPBACK.test(hostname)) {
      throw new CommandFailure("refused", "token_over_http", "A token is not sent over plain http.", "Use an https address.");
    }
    return createClient({
      baseUrl: this.baseUrl,
      fetch: sendByNode,
      userAgent: `aed/${VERSION}`,
      // A person waits at a terminal: who wants to wait longer calls again.
      retries: { most: 2, longestWaitSeconds: 10, timeoutSeconds: 60 },
      ...(token === null ? {} : { token }),
    });
  }
}
