import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { statusPages } from "@/lib/catalogs/status-pages";
import type { ServiceState } from "@/lib/domain/status/service-state";
import { decodeDocument, readDocument } from "@/lib/sources/status/read-document";
import { SourceError } from "@/lib/sources/http/source";
import { sharedFolder } from "../../support/shared";
import { lacksShared } from "../../support/lacks";

interface Row {
  file: string;
  service: string;
  contentType?: string;
  /** The state that a person reads from the page, or the expected fault. */
  state: ServiceState;
  fault?: string;
  incidents: number;
  why: string;
}

const TABLE: readonly Row[] = [
  {
    file: "aws/currentevents.utf16be-bom.json",
    service: "aws-bedrock",
    contentType: "application/json;charset=utf-16",
    state: "operational",
    incidents: 0,
    why: "two old multi-service events touch Bedrock in one region each; none is Bedrock's own",
  },
  {
    file: "betterstack/together-index.json",
    service: "together",
    state: "operational",
    incidents: 0,
    why: "every monitor is up, the one report is a maintenance that ended",
  },
  {
    file: "gcp/incidents-2026-07.json",
    service: "google-gemini",
    state: "operational",
    incidents: 0,
    why: "both incidents ended, and neither is about Vertex AI",
  },
  {
    file: "incidentio/openai-summary-trimmed.json",
    service: "openai",
    state: "operational",
    incidents: 0,
    why: "Images is the only core component and works",
  },
  {
    file: "incidentio/perplexity-api-disabled.json",
    service: "perplexity",
    state: "unknown",
    fault: "not_expected",
    incidents: 0,
    why: "components without any state: the page has its summary switched off",
  },
  { file: "instatus/perplexity-summary-up.json", service: "perplexity", state: "operational", incidents: 0, why: "UP" },
  {
    file: "rss-atom/azure-status-feed-empty.xml",
    service: "azure-openai",
    state: "operational",
    incidents: 0,
    why: "a feed of what is wrong now, with nothing in it",
  },
  {
    file: "statuspage/anthropic-summary-none.json",
    service: "anthropic",
    state: "operational",
    incidents: 0,
    why: "all components operational",
  },
  {
    file: "statuspage/cloudflare-summary-minor-excerpt.json",
    service: "cloudflare",
    state: "unknown",
    incidents: 0,
    why: "no component of Workers AI in the excerpt",
  },
  {
    file: "statuspage/cloudflare-summary-minor-excerpt.json",
    service: "ai21",
    state: "degraded",
    incidents: 1,
    why: "without a filter Tunnel's degraded performance counts; the future maintenance does not",
  },
  {
    file: "statuspage/github-incidents-full.json.gz",
    service: "github-copilot",
    state: "operational",
    incidents: 0,
    why: "no incident of Copilot is open",
  },
  {
    file: "statuspage/github-incidents-full.json.gz",
    service: "anthropic",
    state: "operational",
    incidents: 0,
    why: "all fifty incidents are resolved",
  },
  {
    file: "statuspage/github-summary-none.json",
    service: "github-copilot",
    state: "operational",
    incidents: 0,
    why: "the Copilot components work",
  },
];

function read(row: Row) {
  const page = statusPages.find((entry) => entry.id === row.service);
  if (!page) throw new Error(`no page ${row.service}`);
  const document = decodeDocument(readFileSync(join(sharedFolder, "recordings/status", row.file)), row.contentType ?? null);
  return readDocument(document, page.format, page);
}

describe.skipIf(lacksShared())("recorded status documents", () => {
  test.each(TABLE)("$file read as $service is $state: $why", (row) => {
    if (row.fault) {
      expect(() => read(row)).toThrow(SourceError);
      return;
    }
    const reading = read(row);
    expect({ state: reading.state, incidents: reading.incidents.length }).toEqual({ state: row.state, incidents: row.incidents });
  });

  test("every recording is in the table", () => {
    const files = readdirSync(join(sharedFolder, "recordings/status"), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath.split("/").at(-1)}/${entry.name}`);
    expect([...new Set(TABLE.map((row) => row.file))].sort()).toEqual(files.sort());
  });

  test("a fake component that links to the page is ignored", () => {
    const reading = read({
      file: "statuspage/github-summary-none.json",
      service: "anthropic",
      state: "operational",
      incidents: 0,
      why: "",
    });
    expect(reading.components.map((component) => component.name)).not.toContainEqual(expect.stringMatching(/visit/i));
  });

  test("a regional Bedrock incident is listed as a component without changing the overall state", () => {
    const reading = read(TABLE[0] as Row);
    expect(reading.components).toContainEqual({
      name: "Amazon Bedrock (UAE)",
      status: "down",
      rawStatus: "3",
      isCore: false,
      event: { title: "Increased Error Rates", startedAt: "2026-03-01T12:51:25.000Z" },
    });
  });

  test("every document read in every format gives a reading or a SourceError", () => {
    for (const page of statusPages) {
      for (const row of TABLE) {
        try {
          expect(["operational", "degraded", "down", "unknown"]).toContain(read({ ...row, service: page.id }).state);
        } catch (error) {
          expect(error).toBeInstanceOf(SourceError);
        }
      }
    }
  });
});
