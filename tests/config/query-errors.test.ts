import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { describeError } from "@/lib/config/log";

test("the log has a failed query's statement and cause, and none of its parameters", () => {
  const query = "insert into tokens (name, hash) values ($1, $2)";
  const failed = new DrizzleQueryError(query, ["a\n    at $& name", "0123abcd"], new Error("invalid byte sequence"));
  const said = describeError(new Error("outer", { cause: failed }));
  expect(said).toContain(`Failed query: ${query}`);
  expect(said).toContain("invalid byte sequence");
  expect(said).not.toMatch(/0123abcd|params:|at \$& name/);
});
