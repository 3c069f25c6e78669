import { providerName } from "@/lib/catalogs/catalog-entries";
import { baseUrl } from "@/lib/config/base-url";
import { chatBody } from "@/lib/domain/watches/chat/chat-body";
import { fireMessage, pingMessage, type MessageContext } from "@/lib/domain/watches/chat/fire-message";
import type { WatchFormat } from "@/lib/domain/watches/chat/watch-format";
import { fireBody, pingBody, type Fire } from "@/lib/domain/watches/watch-body";

interface Receiver {
  format: WatchFormat;
  subjects: readonly string[];
}

export const messageContext = (watchId: string, subjects: readonly string[]): MessageContext => ({
  baseUrl: baseUrl(),
  watchId,
  subjects,
  providerName,
});

/** The body of a fire in the format of its watch. */
export const fireBodyFor = ({ format, subjects }: Receiver, fire: Fire): string =>
  format === "json" ? fireBody(fire) : chatBody(format, fireMessage(fire.match, messageContext(fire.watchId, subjects)));

export const pingBodyFor = ({ format, subjects }: Receiver, ping: Omit<Fire, "match">): string =>
  format === "json" ? pingBody(ping) : chatBody(format, pingMessage(ping.spec, messageContext(ping.watchId, subjects)));
