import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { markdownTable, snippetsOf } from "@/components/api/snippets";

const textOf = (language: string, request: Parameters<typeof snippetsOf>[0]): string =>
  snippetsOf(request).find((snippet) => snippet.language === language)?.text ?? "";

describe("snippets", () => {
  const url = "http://localhost:3000/api/news?q=it's%20$HOME`id`";

  it("give a shell exactly the address, whatever it contains", () => {
    const printed = execFileSync("sh", ["-c", textOf("bash", { url }).replace("curl -s", "printf %s")]).toString();
    expect(printed).toBe(url);
  });

  it("name filters that the API lacks in one comment line, which a filter's value cannot leave", () => {
    const text = textOf("bash", { url, pageOnly: ["q=a\ntouch x", "sort=name.asc"] });
    expect(text.split("\n")).toHaveLength(2);
    expect(text).toMatch(/^# The API has no filter for q=a touch x, sort=name.asc/);
  });

  it("send the body of a POST as it is, in each language", () => {
    const body = JSON.stringify({ lines: [{ model: "it's $HOME", at: "2026-08-20" }] });
    const printed = execFileSync("sh", ["-c", textOf("bash", { url, body }).replace("curl -s", "printf '%s\\n'")]).toString();
    expect(printed.split("\n")).toEqual([url, "-H", "Content-Type: application/json", "-d", body, ""]);
    expect(textOf("javascript", { url, body })).toContain(
      `method: "POST", headers: { "Content-Type": "application/json" }, body: ${JSON.stringify(body)} }`,
    );
    expect(textOf("python", { url, body })).toContain(`data=${JSON.stringify(body)}.encode()`);
  });

  it("carry the name of a variable in place of a token", () => {
    for (const { text } of snippetsOf({ url, needsToken: true })) expect(text).toContain("API_TOKEN");
  });
});

describe("the Markdown table of an answer", () => {
  it("takes the longest list, its plain members as columns, and leaves unknown values empty", () => {
    const answer = {
      ok: true,
      few: [{ a: 1 }],
      data: {
        rows: [
          { name: "a|b", price: null, tags: ["x"] },
          { name: "c\nd", price: 0, tags: [] },
        ],
      },
    };
    expect(markdownTable(answer)).toBe("| name | price |\n| --- | --- |\n| a\\|b |  |\n| c d | 0 |");
  });

  it("is empty for an answer without a list", () => {
    expect(markdownTable({ ok: true, count: 3 })).toBe("");
  });
});
