import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MadeAtProvider } from "@/components/ui/near-time";
import { CheckVerdict, type Verdict } from "@/components/status/check-verdict";
import type { CheckedService } from "@/lib/schemas/status-check";

const item: CheckedService = {
  name: "OpenAI API",
  provider: "openai",
  maintenance: false,
  openEvents: [],
  asked: ["openai", "gpt-5"],
  status: "degraded",
  reason: null,
  since: "2026-11-23T10:42:00.000Z",
  incident: { title: "Errors <script>", started_before: true },
  page: { status: "degraded", checkedAt: "2026-11-23T11:58:00.000Z", url: "https://status.openai.com" },
  probe: {
    says: "answering",
    okShare: 0.5,
    medianMs: 184.4,
    count: 96,
    lastHour: { count: 4, failed: 0 },
    lastProbeAt: "2026-11-23T11:50:00.000Z",
    lastOkAt: "2026-11-23T11:50:00.000Z",
  },
  disagree: true,
};

const answer: Verdict = { verdict: "It is them.", status: "degraded", items: [item], models: null };

const textOf = (verdict: Verdict, suggest: (name: string) => { name: string; href: string }[] = () => []): string =>
  renderToStaticMarkup(
    createElement(MadeAtProvider, { value: "2026-11-23T12:00:00.000Z" }, createElement(CheckVerdict, { verdict, suggest })),
  )
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

describe("the verdict on the status page", () => {
  it("stands above what it stands on: page, start, incident and probe of each service", () => {
    const text = textOf(answer);
    expect(text).toMatch(/^ Degraded It is them\. OpenAI API Degraded asked as openai, gpt-5 its page says degraded, read 2 min ago ,/);
    expect(text).toContain("first seen 1 h ago : Errors &lt;script&gt;");
    expect(text).toContain("0 of 4 calls of the last hour failed; of 96 in 24 h 50.00 % were answered, median 184 ms");
    expect(text).toContain("page and probe disagree");
  });

  it("says where there is no page and no probe", () => {
    const bare: CheckedService = { ...item, status: "unknown", page: null, probe: null, since: null, incident: null, disagree: null };
    expect(textOf({ ...answer, items: [bare] })).toContain("no status page of it is followed here; no current probe of ours");
  });

  it("offers what an unknown name perhaps means", () => {
    const models = [{ matched: false as const, query: "antropic", reason: "model_not_found" as const, candidates: [] }];
    const text = textOf({ ...answer, items: [], models }, () => [{ name: "anthropic", href: "/status?check=anthropic" }]);
    expect(text).toContain("antropic means no one model or service here. Perhaps: anthropic");
  });
});
