import { Option } from "commander";
import { plural } from "@/lib/domain/pages/format";
import type { Finding } from "../check/findings";
import type { CheckReport } from "../check/run-check";
import { unsteering } from "../output/safe-text";
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

function summaryOf({ checked, findings, fails }: CheckReport): string {
  if (checked.files === 0) return "No file of a kind that is read is there: source code, YAML, JSON or .env.";
  const found =
    findings.length === 0
      ? "nothing to do"
      : `${plural(findings.length, "finding")}, ${fails} of which ${fails === 1 ? "fails" : "fail"} the check`;
  return `${plural(checked.files, "file")}, ${plural(checked.mentions, "mention")} of ${plural(checked.names, "name")}: ${found}.`;
}

const MOST_LISTED = 5;

function listed(what: string, names: readonly string[]): string[] {
  const more = names.length > MOST_LISTED ? ` and ${names.length - MOST_LISTED} more` : "";
  return names.length === 0 ? [] : [`${what}: ${names.slice(0, MOST_LISTED).join(", ")}${more}.`];
}

/** What the check cannot say, so that nobody takes silence for an answer. */
function remarksOf({ unknown, left_out: left }: CheckReport): string[] {
  return [
    ...listed("Not read", [...left.too_large, ...left.unreadable]),
    ...listed("Not valid, and read in part", left.read_in_part),
    ...listed("Names that the service does not know, or that fit several models", unknown),
    ...(left.stopped_by !== null || left.names > 0 ? ["More is there than is checked at once, so that not all of it was."] : []),
    ...(left.price_changes > 0 ? [`The prices of ${plural(left.price_changes, "more model")} changed, and were not compared.`] : []),
  ];
}

function linesOf(report: CheckReport, view: View): string[] {
  const rows = report.findings.map((finding) => [
    `${finding.file}:${finding.line}:${finding.column}`,
    finding.name,
    wordsOf(finding),
    finding.replacement.join(", "),
  ]);
  const shown = rows.length === 0 ? [] : [...table(COLUMNS, rows, view), ""];
  const colour = report.fails > 0 ? "red" : report.checked.files === 0 ? "yellow" : "green";
  return [...shown, view.paint(colour, summaryOf(report)), ...remarksOf(report).map((remark) => view.paint("dim", remark))];
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
          const lines = [...report.findings.map(toAnnotation), summaryOf(report), ...remarksOf(report)];
          // Names of files are others' texts, and a line of their own in them could be a command to GitHub.
          terminal.raw(lines.map((line) => `${unsteering(line)}\n`).join(""));
        } else {
          terminal.answer(name, report, linesOf(report, terminal.view));
        }
        return report.fails > 0 ? "found" : "ok";
      }),
    );
};
