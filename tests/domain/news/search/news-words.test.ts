import { describe, expect, test } from "vitest";
import { providersNamedIn } from "@/lib/domain/attention/attention-terms";
import { matchCategories, NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";
import { isAiRelated, isDealSpam } from "@/lib/domain/news/news-relevance";
import { clipWords, withoutBoilerplate } from "@/lib/domain/news/snippet";

describe("relevance", () => {
  test.each([
    "Apple adds A.I. to Mail",
    "What GPT-5 means",
    "New LLMs from Alibaba",
    "Nvidia's quarter",
    "The AI-powered fridge",
    "ChatGPT goes down",
  ])("%s is about AI", (title) => {
    expect(isAiRelated(title, "")).toBe(true);
  });

  test.each(["He said it again", "Air France strike", "Rain in Spain", "The maid's tale", "Waiting for trains"])(
    "%s is not about AI",
    (title) => {
      expect(isAiRelated(title, "")).toBe(false);
    },
  );

  test("the description counts too", () => {
    expect(isAiRelated("A quiet launch", "The startup trains language models.")).toBe(true);
  });
});

describe("shopping offers", () => {
  test.each([
    "Best Prime Day laptop deals",
    "Save $200 off this OLED TV",
    "Get 40% off ChatGPT Plus",
    "NordVPN coupon codes",
    "The best early Black Friday deals",
    "Lifetime access to 1minAI for $40",
  ])("%s is an offer", (title) => {
    expect(isDealSpam(title)).toBe(true);
  });

  test.each([
    "OpenAI signs $10bn deal with Cerebras",
    "Nvidia's best deal yet with Intel",
    "Google cuts API prices by half",
    "The deal that saved Anthropic",
  ])("%s is news", (title) => {
    expect(isDealSpam(title)).toBe(false);
  });
});

describe("snippets", () => {
  test("are cut between words at about 200 characters", () => {
    const clipped = clipWords("alpha beta gamma ".repeat(40));
    expect(clipped.length).toBeLessThanOrEqual(203);
    expect(clipped).toMatch(/(?:alpha|beta|gamma)\.\.\.$/);
  });

  test("keep short text, with single spaces", () => {
    expect(clipWords(" a\n  b ")).toBe("a b");
  });

  test("cut a single long word inside", () => {
    expect(clipWords("x".repeat(500))).toBe(`${"x".repeat(200)}...`);
  });

  test("drop phrases that a feed adds to every item", () => {
    expect(withoutBoilerplate("A finding. The post A finding appeared first on Some Blog")).toBe("A finding.");
    expect(withoutBoilerplate("arXiv:2605.01234v1 Announce Type: new Abstract: We show")).toBe("We show");
    expect(withoutBoilerplate("Comments")).toBe("");
    expect(withoutBoilerplate("Comments by regulators are due in May")).toBe("Comments by regulators are due in May");
    expect(withoutBoilerplate("Look at this submitted by /u/someone [link] [comments]")).toBe("Look at this");
  });
});

describe("category filters", () => {
  test.each([
    ["research", ["Research"]],
    ["tools", ["Tools & Dev"]],
    ["opensource", ["Open Source"]],
    ["GOOGLE", ["Google/Gemini"]],
    ["hardware", ["Hardware/Chips"]],
    ["policy & safety", ["Policy & Safety"]],
    ["nonsense", []],
    ["???", []],
  ])("%s means %j", (filter, expected) => {
    expect(matchCategories(filter)).toEqual(expected);
  });

  test("treat All as no filter", () => {
    expect(matchCategories("All")).toBeNull();
    expect(NEWS_CATEGORIES).toHaveLength(11);
  });
});

describe("providers named in a text", () => {
  test("match by their terms, in the order of the index", () => {
    expect(providersNamedIn("Claude beats GPT-5", "and Gemini")).toEqual(["anthropic", "openai", "google"]);
  });

  test("do not match a term inside another word", () => {
    expect(providersNamedIn("A precursor of Lombardy's bombardment, run with Ollama")).toEqual([]);
  });

  test("need a whole word for terms that end in a space", () => {
    expect(providersNamedIn("Cursor raises again")).toEqual(["cursor"]);
    expect(providersNamedIn("cursory looks, o10 and o1-like")).toEqual(["openai"]);
  });
});
