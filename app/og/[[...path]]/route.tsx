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

const COLORS = { plain: "#2154ba", ok: "#005e4a", warn: "#7c4900", bad: "#a30624" } as const;

/** Letters that the font of pictures has. For any other one the library would ask other sites, by texts that come from outside. */
const DRAWN = /[^\u0020-\u017f\u2010-\u2027\u20ac]/gu;
const drawn = (text: string): string => text.replace(DRAWN, "").replace(/\s+/g, " ").trim();

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

const column = { display: "flex", flexDirection: "column" } as const;

/** Pixels between the edges, and between two figures. */
const [WIDTH, GAP] = [CARD_SIZE.width - 2 * 72, 40];
/** Mean width of a letter, as a share of the size of the text. */
const LETTER = 0.54;

/** The size in which a text fits into one line, or two of the smallest. */
const sizeFor = (text: string, room: number): number => Math.max(34, Math.min(64, Math.floor(room / (text.length * LETTER))));

function Figures({ figures }: Pick<Card, "figures">) {
  const room = Math.floor((WIDTH - GAP * (figures.length - 1)) / figures.length);
  return (
    <div style={{ display: "flex", marginTop: "auto", borderTop: "2px solid #d9dde3", paddingTop: 28 }}>
      {figures.map(({ label, value, tone }, place) => {
        const shown = cut(drawn(value), 120);
        const size = sizeFor(shown, room);
        return (
          <div key={label} style={{ ...column, width: room, marginLeft: place === 0 ? 0 : GAP }}>
            <div style={{ display: "flex", fontSize: 24, color: "#4b5563" }}>{drawn(label)}</div>
            <div
              style={{
                display: "flex",
                minHeight: 84,
                alignItems: "center",
                fontSize: size,
                lineHeight: 1.15,
                color: COLORS[tone ?? "plain"],
              }}
            >
              {shown}
            </div>
          </div>
        );
      })}
    </div>
  );
}

function picture({ title, description }: AnyPage, { title: given = title, lead = description, figures }: Card) {
  const name = cut(drawn(given), 80);
  return (
    <div style={{ ...column, width: "100%", height: "100%", padding: 72, background: "#f9fafb", color: "#0b0f14" }}>
      <div style={{ display: "flex", alignItems: "center", fontSize: 30, color: "#4b5563" }}>
        <div style={{ width: 40, height: 40, borderRadius: 9, background: COLORS.plain, marginRight: 18 }} />
        {drawn(siteIdentity().name)}
      </div>
      <div style={{ display: "flex", marginTop: 52, fontSize: name.length > 24 ? 60 : 88, lineHeight: 1.1 }}>{name}</div>
      <div style={{ display: "flex", marginTop: 20, fontSize: 30, color: "#4b5563", lineHeight: 1.35 }}>{drawn(lead)}</div>
      {figures.length > 0 && <Figures figures={figures} />}
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
