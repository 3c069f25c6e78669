import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { statusPages } from "@/lib/catalogs/status-pages";
import { faultOf } from "@/lib/sources/http/source";
import { decodeDocument, readDocument } from "@/lib/sources/status/read-document";
import { lacksShared } from "../../support/lacks";
import { sharedFolder } from "../../support/shared";

const FOLDER = join(sharedFolder, "cases/status");

interface Case {
  file: string;
  service: string;
  /** The state that a person reads from the document, or why it tells none. */
  right: string;
  incidents?: number;
  isMaintenance?: boolean;
}

const CASES: readonly Case[] = [
  { file: "08-breadth-elastic.json", service: "elastic", right: "degraded", incidents: 1 },
  { file: "09a-green-incident-names-component.json", service: "ai21", right: "degraded", incidents: 1 },
  { file: "09b-green-incident-nameless.json", service: "ai21", right: "degraded", incidents: 1 },
  { file: "09c-empty-object.json", service: "ai21", right: "no_evidence" },
  { file: "10-monitoring-indicator-none.json", service: "ai21", right: "operational" },
  { file: "11-bulk-linked-copilot.json", service: "github-copilot", right: "operational" },
  { file: "12-mistral-lechat.json", service: "mistral", right: "operational", incidents: 0 },
  { file: "13-better-stack-maintenance.json", service: "together", right: "operational", incidents: 0, isMaintenance: true },
  { file: "14a-rss-future-maintenance.xml", service: "qdrant", right: "operational", incidents: 0 },
  { file: "16-moved-page.html", service: "ai21", right: "source_moved" },
  { file: "17-aws-informational.json", service: "aws-bedrock", right: "operational", incidents: 0 },
  { file: "18-openai-login.json", service: "openai", right: "operational", incidents: 0 },
  { file: "20-xai-grok-ios.xml", service: "xai", right: "operational", incidents: 0 },
  { file: "23-better-stack-one-model.json", service: "together", right: "degraded" },
  { file: "24-better-stack-report-maintenance.json", service: "together", right: "operational", incidents: 0, isMaintenance: true },
  { file: "26a-langsmith-only-components.json", service: "langsmith", right: "no_evidence" },
  { file: "26b-langsmith-page-empty.json", service: "langsmith", right: "no_evidence" },
  { file: "26c-langsmith-page-components.json", service: "langsmith", right: "no_evidence" },
];

function read({ file, service }: Case) {
  const page = statusPages.find(({ id }) => id === service);
  if (!page) throw new Error(`no page ${service}`);
  try {
    const document = decodeDocument(readFileSync(join(FOLDER, file)), null);
    return { ...readDocument(document, page.format, page), fault: null };
  } catch (error) {
    return { fault: faultOf(error).fault, state: "unknown", incidents: [], isMaintenance: false };
  }
}

describe.skipIf(lacksShared())("status documents after public reports of wrong states", () => {
  test.each(CASES)("$file as $service is $right", (one) => {
    const { state, fault, incidents, isMaintenance } = read(one);
    expect(fault ?? state).toBe(one.right);
    expect(incidents).toHaveLength(one.incidents ?? incidents.length);
    expect(isMaintenance).toBe(one.isMaintenance ?? false);
  });

  test("every document is in the table", () => {
    expect(CASES.map(({ file }) => file).toSorted()).toEqual(readdirSync(FOLDER).toSorted());
  });
});
