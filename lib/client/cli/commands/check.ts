import { Option } from "commander";
import type { Finding } from "../check/findings";
import type { CheckReport } from "../check/run-check";
import { safeText } from "../output/safe-text";
import { table, type View } from "../output/table";
import { numberBetween, type AddCommand } from "./command";

interface Options {
  within: number;
  changedWithin: number;
  format?: "github";
}

const COLUMNS = [
  { head: "WHERE", isFlexible: true },
  { head: "MODEL", isFlexible: true },
  { head: "WHAT" },
  { head: "INSTEAD", isFlexible: true },
] as const;

function wordsOf({ kind, retires_on: day, days_left: days }: Finding): string {
  if (kind === "price_changed") return "price changed";
  if (kind === "retired") return day === null ? "retired" : `retired ${day}`;
  return day === null ? "to be retired" : `retires ${day}${days === null ? "" : ` (${days} d)`}`;
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? "" : "s"}`;

function summaryOf({ checked, findings, fails, left_out: left }: CheckReport): string {
  const found = findings.length === 0 ? "nothing to do" : `${plural(findings.length, "finding")}, ${fails} of which fail the check`;
  const unread = left.too_large.length + left.unreadable.length;
  const parts = [`${plural(checked.files, "file")}, ${plural(checked.mentions, "mention")} of ${plural(checked.names, "name")}: ${found}`];
  if (unread > 0) parts.push(`${plural(unread, "file")} not read`);
  if (left.stopped_by !== null || left.names > 0) parts.push("the folder is larger than what is checked at once, so not all of it was");
  return `${parts.join("; ")}.`;
}

function linesOf(report: CheckReport, view: View): string[] {
  const rows = report.findings.map((finding) => [
    `${finding.file}:${finding.line}:${finding.column}`,
    finding.name,
    wordsOf(finding),
    finding.replacement.join(", "),
  ]);
  const shown = rows.length === 0 ? [] : [...table(COLUMNS, rows, view), ""];
  return [...shown, view.paint(report.fails > 0 ? "red" : "green", safeText(summaryOf(report)))];
}

export const addCheck: AddCommand = (program, run) => {
  program
    .command("check")
    .description("find models in a repository's files that are retired, end soon or changed price")
    .argument("[path]", "folder or file", ".")
    .option("--within <days>", "fail where a model ends within so many days", numberBetween(0, 3650), 90)
    .option("--changed-within <days>", "tell of prices that changed within so many days; 0 asks for none", numberBetween(0, 365), 30)
    .addOption(new Option("--format <format>", "github: annotations that a pull request shows").choices(["github"]))
    .action(
      run<Options>(async (context, [path = "."], { within, changedWithin, format }, name) => {
        const { terminal } = context;
        const { runCheck } = await import("../check/run-check");
        const { toAnnotation } = await import("../check/findings");
        const report = await runCheck(context.open(), path, { within, changedWithin, progress: (text) => terminal.working(text) });
        if (format === "github") {
          const lines = [...report.findings.map(toAnnotation), safeText(summaryOf(report))];
          terminal.raw(lines.map((line) => `${line}\n`).join(""));
        } else {
          terminal.answer(name, report, linesOf(report, terminal.view));
        }
        return report.fails > 0 ? "found" : "ok";
      }),
    );
};
