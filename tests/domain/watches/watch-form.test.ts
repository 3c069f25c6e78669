import { describe, expect, test } from "vitest";
import { emptyFields, faultyField, fieldsOfWatch, specOf, watchFieldsOf } from "@/lib/domain/watches/watch-form";
import {
  CADENCE_CHOICES,
  draftSentence,
  PRICE_FIELD_CHOICES,
  PRICE_OP_CHOICES,
  STATE_CHOICES,
  watchSentence,
} from "@/lib/domain/watches/watch-sentence";
import { readWatchSpec, WATCH_TYPES, type WatchSpec } from "@/lib/domain/watches/watch-spec";

const valuesOf = (choices: readonly { value: string }[]) => choices.map(({ value }) => value);

/** Every spec that the form can give. */
const specs: WatchSpec[] = [
  ...valuesOf(PRICE_FIELD_CHOICES).flatMap((field) =>
    valuesOf(PRICE_OP_CHOICES).map((op) => ({ type: "price", model: "gpt-5", field, op, ...(op === "changes" ? {} : { threshold: 0.5 }) })),
  ),
  ...valuesOf(STATE_CHOICES).map((value) => ({
    type: "status",
    provider: "anthropic",
    ...(value === "changes" ? { op: value } : { op: "becomes", value }),
  })),
  ...valuesOf(CADENCE_CHOICES).map((cadence) => ({ type: "digest", cadence })),
  { type: "capability", model: "gpt-5" },
  { type: "capability", models: ["gpt-5", "openai/gpt-5-mini"] },
  { type: "new_model", provider: "anthropic" },
] as WatchSpec[];

const watchOf = (spec: WatchSpec) => ({
  spec,
  callback_url: "https://agent.example.com/hook",
  format: "slack" as const,
  fire_cap: 7,
  has_secret: false,
});

describe("the form of a watch", () => {
  test.each(specs.map((spec) => [JSON.stringify(spec), spec] as const))(
    "gives %s back as it was, and says it in the words of the watch",
    (_, spec) => {
      expect(readWatchSpec(spec)).toEqual({ spec, fault: null });
      const fields = fieldsOfWatch(watchOf(spec));
      expect(specOf(fields)).toEqual(spec);
      expect(draftSentence(fields)).toBe(watchSentence(spec));
      expect(fields).toMatchObject({
        callback_url: "https://agent.example.com/hook",
        format: "slack",
        fire_cap: "7",
        secret_choice: "none",
      });
      const posted = new FormData();
      for (const [name, value] of Object.entries(fields)) posted.set(name, value);
      expect(watchFieldsOf(posted)).toEqual(fields);
    },
  );

  test("has a sentence of its own for each spec, without a gap", () => {
    const sentences = specs.map(watchSentence);
    expect(new Set(sentences).size).toBe(specs.length);
    expect(sentences.filter((sentence) => sentence.includes("…"))).toEqual([]);
    expect(sentences[0]).toBe("When the input price of gpt-5 falls below $0.50 per 1M tokens");
    expect(sentences).toContain("When a service of anthropic goes down");
    expect(sentences).toContain("Every week after 07:00 UTC, with what changed in model prices");
  });

  test("shows what is missing as three dots, and sends a threshold that is no number as it stands, to be refused", () => {
    expect(WATCH_TYPES.map((type) => draftSentence(emptyFields(type)))).toEqual([
      "When the input price of … falls below $… per 1M tokens",
      "When a service of … goes down",
      "Every day after 07:00 UTC, with what changed in model prices",
      "When the end of … is announced or moves, and 90, 60, 30, 7, 1 days before it ends",
      "When the context window, limits, modalities or capabilities of … change",
      "When a model of … is listed for the first time",
    ]);
    for (const threshold of ["", "  ", "cheap", "-1", "Infinity"]) {
      const fields = { ...emptyFields("price"), model: "gpt-5", threshold };
      expect([threshold, draftSentence(fields)]).toEqual([threshold, "When the input price of gpt-5 falls below $… per 1M tokens"]);
      expect(readWatchSpec(specOf(fields)).fault).toBe("price_watch_threshold_required");
    }
  });

  test("ignores a type and a kind of secret that it does not have", () => {
    const form = new FormData();
    form.set("type", "weather");
    form.set("secret_choice", "magic");
    expect(watchFieldsOf(form)).toEqual(emptyFields("price"));
  });

  test("names the field that a refusal is about", () => {
    expect(faultyField("invalid_spec", "price_watch_model_required")).toBe("model");
    expect(faultyField("invalid_callback_url", "no_public_address")).toBe("callback_url");
    expect(faultyField("rate_limit_exceeded", undefined)).toBeNull();
  });
});
