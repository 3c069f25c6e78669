import { LRUCache } from "lru-cache";
import { ImageResponse } from "next/og";
import pLimit from "p-limit";
import { ApiError } from "@/lib/errors";
import { siteIdentity } from "@/lib/docs/site";
import { toResponse } from "@/lib/http/answer";
import { asApiError } from "@/lib/http/call/as-api-error";
import { serveRefusals } from "@/lib/http/call/serve";
import { countVisit } from "@/lib/http/session/engine";
import { addressOf } from "@/lib/http/limits/address-keys";
import { errorAnswer, newRequestId } from "@/lib/http/call/respond";
import { publicPages } from "@/lib/pages";
import { addressPattern, pathValuesOf } from "@/lib/pages/address";
import { CARD_SIZE } from "@/lib/pages/card-address";
import type { AnyPage, Card } from "@/lib/pages/define";

export const dynamic = "force-dynamic";

const KEPT_SECONDS = 600;
/** Drawing takes as long as a hundred answers, so one picture is drawn at a time, and kept. */
const drawing = pLimit(1);
const MAX_WAITING = 8;
const pictures = new LRUCache<string, ArrayBuffer>({ max: 100, ttl: KEPT_SECONDS * 1000 });

const BLUE = "#2154ba";

function picture({ title, description }: AnyPage, { title: name = title, figures }: Card) {
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        padding: 72,
        background: "#f9fafb",
        color: "#0b0f14",
      }}
    >
      <div style={{ display: "flex", alignItems: "center", fontSize: 30, color: "#4b5563" }}>
        <div style={{ width: 40, height: 40, borderRadius: 9, background: BLUE, marginRight: 18 }} />
        {siteIdentity().name}
      </div>
      <div style={{ display: "flex", marginTop: 56, fontSize: name.length > 32 ? 60 : 84, lineHeight: 1.1 }}>{name}</div>
      <div style={{ display: "flex", marginTop: 24, fontSize: 30, color: "#4b5563", lineHeight: 1.35 }}>{description}</div>
      <div style={{ display: "flex", marginTop: "auto" }}>
        {figures.map(({ label, value }) => (
          <div key={label} style={{ display: "flex", flexDirection: "column", marginRight: 72, maxWidth: 1000 }}>
            <div style={{ display: "flex", fontSize: 26, color: "#4b5563" }}>{label}</div>
            <div style={{ display: "flex", fontSize: value.length > 24 ? 34 : 56, color: BLUE }}>{value.slice(0, 120)}</div>
          </div>
        ))}
      </div>
    </div>
  );
}

async function draw(address: string): Promise<ArrayBuffer> {
  const found = publicPages.flatMap((page) => {
    const match = addressPattern(page.path).exec(address);
    return match ? [{ page, path: pathValuesOf(match.groups ?? {}) }] : [];
  })[0];
  const card = found && (found.page.card ? await found.page.card(found.path) : { figures: [] });
  if (!found || !card) throw new ApiError("not_found", "There is no page with this address, hence no picture of it.");
  return new ImageResponse(picture(found.page, card), CARD_SIZE).arrayBuffer();
}

async function pictureOf(address: string): Promise<ArrayBuffer> {
  const kept = pictures.get(address);
  if (kept) return kept;
  if (drawing.pendingCount >= MAX_WAITING) {
    throw new ApiError("unavailable", "Too many pictures are being drawn.", {}, { "Retry-After": "5" });
  }
  return drawing(async () => {
    const drawn = pictures.get(address) ?? (await draw(address));
    pictures.set(address, drawn);
    return drawn;
  });
}

/** The picture that other sites show beside a link to a page, made from the page's data. */
export async function GET(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  try {
    await countVisit(addressOf(request));
    const body = await pictureOf(pathname.replace(/^\/og\/?/, "/"));
    const headers = {
      "Content-Type": "image/png",
      "Cache-Control": `public, max-age=${KEPT_SECONDS}`,
      "X-Content-Type-Options": "nosniff",
    };
    return new Response(body, { headers });
  } catch (error) {
    const requestId = newRequestId();
    return toResponse(errorAnswer(asApiError(error, "/og", requestId), requestId, pathname.slice(0, 200)));
  }
}

export const { POST, PUT, PATCH, DELETE } = serveRefusals(["GET"], "GET, HEAD, OPTIONS");
