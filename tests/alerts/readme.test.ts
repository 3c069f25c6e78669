import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ALERTS } from "@/lib/domain/alerts/alerts";

test("the README tells of each alert what raises it and what to do, in the words of the alert", () => {
  const readme = readFileSync(join(import.meta.dirname, "../../README.md"), "utf8");
  const told = [...readme.matchAll(/^\| `([a-z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, alert = "", meaning, action]) => [
    alert,
    { meaning, action },
  ]);
  const alerts = told.filter(([alert]) => Object.hasOwn(ALERTS, String(alert)));
  expect(Object.fromEntries(alerts)).toEqual(ALERTS);
});
