import type { Statement } from "@/lib/domain/models/retirements/retirement";

export const aStatement = (over: Partial<Statement> = {}): Statement => ({
  source: "openai",
  standing: "own",
  host: "openai",
  model: "gpt-old",
  state: "deprecated",
  announcedOn: null,
  retiresOn: "2027-01-14",
  precision: "exact",
  after: null,
  reroutedTo: null,
  replacement: null,
  options: [],
  page: "https://example.org/deprecations",
  ...over,
});

/** Documents in the formats of the sources, each with the peculiarities of its table. */
export const RETIREMENT_DOCUMENTS = {
  openai: `# Deprecations

## Upcoming deprecations

| Shutdown date | Affected model | Status | Recommended replacement | Notice date |
|---|---|---|---|---|
| Dec 11, 2026 | gpt-next, gpt-next-2025-08-07 | Deprecated | gpt-later-sol | Jun 11, 2026 |
| Jan 14, 2027 | gpt-mini-2025-04-14 | Deprecated | \`gpt-later-luna\` | Oct 14, 2026 |
| Jan 14, 2027 | o-pro | Deprecated | \`gpt-later-sol\` with \`reasoning.mode: pro\` | Oct 14, 2026 |
| Jan 14, 2027 | o-pro-2025-03-19 | Deprecated | gpt-later-sol (\`reasoning.mode: pro\`) | Oct 14, 2026 |

## Deprecation history

### 2025-09-26: Preview models

On September 26th, 2025, we notified developers using these snapshots of their deprecation.

| Shutdown date | Model / system | Recommended replacement |
| ------------- | -------------- | ----------------------- |
| 2026-03-26 | \`gpt-old-0125-preview\` (including \`gpt-old-preview\`, which points to it) | \`gpt-next\` or \`gpt-mini*\` |
| 2026-08-26 | /v1/assistants | Responses API |
`,
  google: `<br />

> [!NOTE]
> **Note:** The **shutdown dates listed in the table indicate the *earliest possible dates***.

## Gem 3 models

| **Model** | **Release date** | **Shutdown date** | **Recommended replacement** |
|---|---|---|---|
| \`gem-3-flash\` | May 19, 2026 | No shutdown date announced |   |
| \`gem-3-lite\` | May 7, 2026 | May 7, 2027 |   |
| Preview models ||||
| \`gem-3-preview\` | February 26, 2026 | June 25, 2026 | \`gem-3-flash\` |

## Gem 2 models

After December 1, 2026, requests to \`gem-2-pro\` are automatically routed to \`gem-3-flash\` and billed at its price.

| **Model** | **Release date** | **Shutdown date** | **Recommended replacement** |
|---|---|---|---|
| \`gem-2-pro\` | June 17, 2025 | December 1, 2026 | \`gem-3-flash\` |
| \`gem-2-nano\` | June 17, 2025 | Earliest February 2027 | \`gem-3-lite\` |
`,
  azure: `---
title: include file
---

### Azure OpenAI

| Model | Version | Lifecycle | Retirement date | Replacement |
|-------|---------|-----------|-----------------|-------------|
| gpt-o | 2024-05-13 | Deprecated | 2026-12-09 | gpt-later |
| gpt-o | 2024-11-20 | Deprecated | 2027-04-14 | gpt-later |
| gpt-rt | 2026-05-06 | Preview | — | — |
| gpt-rt | 2025-07-01 | Preview | 2026-11-01 | — |
| gpt-5-chat | 2025-08-07 | Retired | 2026-06-29 | gpt-chat-latest |

#### Fine-tuned models

| Model | Version | Training retirement date | Deployment retirement date |
|-------|---------|--------------------------|----------------------------|
| gpt-o | 2024-08-06 | No earlier than 2027-04-01<sup>1</sup> | 2027-10-01 |

### Cohere

| Model | Version | Lifecycle | Retirement date | Replacement |
|-------|---------|-----------|-----------------|-------------|
| Cohere-rerank-v3.5 | 1 | Legacy | 2027-05-14 | Cohere-rerank-v4.0-pro, Cohere-rerank-v4.0-fast |
| claude-preview (gated research preview) | — | Preview | 2027-04-02 | — |
`,
  bedrock: `# Model lifecycle

The following table shows models that are currently in the Legacy state or are pending end-of-life (EOL) on Amazon Bedrock.

| Model provider | Model name | Model ID | Regions | Legacy date | EOL date | Public extended access start date |
| --- | --- | --- | --- | --- | --- | --- |
| Anthropic | Claude Four | anthropic.claude-four-20250514-v1:0 | us-east-1 | April 14, 2026 | October 14, 2026 | July 14, 2026 |
| Amazon | Nova Sum | amazon.nova-sum-v1:0 | us-east-1 | September 13, 2026 | March 14, 2027 | — |
`,
  "bedrock-legacy": `# Model lifecycle (Legacy)

- **AI21 Labs**
  - **Model name:** Jam Large
  - **Model ID:** ai21.jam-large-v1:0
  - **Regions:** us-east-1
  - **Legacy date:** July 8, 2026
  - **EOL date:** January 8, 2027
  - **Public extended access start date:** October 8, 2026

- **Anthropic**
  - **Model name:** Claude Three
  - **Model ID:** anthropic.claude-three-20240307-v1:0
  - **Regions:** us-east-1 / **Legacy date:** March 10, 2026 / **EOL date:** September 10, 2026
  - **Regions:** us-gov-east-1 / **Legacy date:** March 10, 2026 / **EOL date:** December 31, 2026
`,
  anthropic: `# Model deprecations

## Model status

| API Model Name | Current State | Deprecated | Tentative Retirement Date |
| --- | --- | --- | --- |
| \`claude-three-20250219\` | Retired | October 28, 2025 | February 19, 2026 |
| \`claude-four-20250805\` | Deprecated | August 6, 2026 | February 5, 2027 |
| \`claude-five\` | Active | N/A | Not sooner than September 29, 2027 |

## Deprecation history

### 2026-08-06: Claude Four

On August 6, 2026, Anthropic notified developers of its upcoming retirement on the Claude API.

| Retirement Date | Deprecated Model | Recommended Replacement |
| --- | --- | --- |
| February 5, 2027 | \`claude-four-20250805\` | \`claude-five\` |
`,
  groq: `---
title: Model Deprecation - GroqDocs
---

## [Deprecation History](#deprecation-history)

### [December 21, 2026: lla/compound and lla/compound-mini](#december-21-2026)

On November 24, 2026, we announced the deprecation of \`lla/compound\`. Both will be decommissioned on December 21, 2026\\. Requests then return errors.

| Deprecated Model   | Shutdown Date | Recommended Replacement Model ID |
| ------------------ | ------------- | -------------------------------- |
| lla/compound      | 12/21/26      | —                                |
| lla/compound-mini | 12/21/26      | openai/oss-120b or qwen/q-27b |
`,
  mistral: `# Model lifecycle

### Deprecated models

| Model | API names | Deprecation date | Retirement date | Alternative |
| :--- | :--- | :--- | :--- | :--- |
| Mist Medium 3 | \`mist-medium-2508\` | 5/21/2026 | 8/30/2026 | \`mist-medium-latest\` |
| Mist Large 2 | \`mist-large-2411\` | 10/26/2026 | 1/30/2027 | \`mist-large-latest\` |
`,
  aimlapi: JSON.stringify({
    object: "list",
    generated_at: "2026-11-27T00:00:00Z",
    data: [
      {
        id: "mist/mini-8b",
        aliases: [],
        status: "withdrawn",
        deprecated_at: "2026-08-27",
        shutdown_at: "2026-08-27",
        replaced_by: "mist/mini-8b-2512",
        reason: "provider_delisted",
      },
      {
        id: "lla/three",
        aliases: ["lla-three"],
        status: "superseded",
        deprecated_at: "2026-09-01",
        shutdown_at: null,
        replaced_by: "lla/four",
        reason: "merged",
      },
      {
        id: "gpt-old",
        aliases: [],
        status: "deprecated",
        deprecated_at: "2026-11-01",
        shutdown_at: "2027-02-01",
        replaced_by: null,
        reason: "provider_announced",
      },
    ],
  }),
  "deprecations-info": JSON.stringify([
    {
      provider: "OpenAI",
      model_id: "gpt-old-0125-preview",
      announcement_date: "2025-09-26",
      shutdown_date: "2026-03-26",
      deprecation_date: "",
      replacement_models: ["gpt-next"],
      deprecation_context: "",
      url: "https://platform.openai.com/docs/deprecations",
      content_hash: "a",
      first_observed: "2025-09-27",
      last_observed: "2026-11-27",
    },
    {
      provider: "AWS Bedrock",
      model_id: "cohere.command-v1:0",
      announcement_date: "2026-06-01",
      shutdown_date: "2027-01-15",
      replacement_models: null,
      url: "https://docs.aws.amazon.com/bedrock/latest/userguide/model-lifecycle.html",
    },
    {
      provider: "Somebody",
      model_id: "x-1",
      announcement_date: "",
      shutdown_date: "2027-01-01",
      replacement_models: [],
      url: "https://example.org",
    },
  ]),
  "openai-models": JSON.stringify({
    object: "list",
    data: [
      { id: "gpt-next", object: "model", created: 1, owned_by: "system", shutdown_date: "2026-12-11" },
      { id: "gpt-later-sol", object: "model", created: 1, owned_by: "system", shutdown_date: null },
    ],
  }),
} satisfies Record<string, string>;
