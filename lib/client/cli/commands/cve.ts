import { facts } from "../output/table";
import { safeText } from "../output/safe-text";
import type { AddCommand } from "./command";

const percent = (share: number | null): string | null => (share === null ? null : `${(share * 100).toFixed(1)} %`);

export const addCve: AddCommand = (program, run) => {
  program
    .command("cve")
    .description("show what five sources say of a vulnerability; costs 1 credit")
    .argument("<id>", "CVE, year and number, like CVE-2024-3094")
    .action(
      run(async (context, args, _options, name) => {
        const { view } = context.terminal;
        const client = await context.withToken();
        const { data: answer } = await client.GET("/api/premium/security/verified/{cve_id}", {
          params: { path: { cve_id: args[0]?.toUpperCase() ?? "" } },
        });
        const { data } = answer;
        const pairs = [
          ["severity", data.severity_band],
          ["CVSS 3.1", data.cvss_v3_1_score],
          ["exploited", data.exploited_in_wild === null ? null : data.exploited_in_wild ? "yes" : "not known to be"],
          ["EPSS", percent(data.epss_probability)],
          ["CWE", data.cwes.join(", ")],
          ["products", data.affected_products.map(({ vendor, product }) => [vendor, product].filter(Boolean).join(" ")).join(", ")],
          ["published", data.published_at?.slice(0, 10)],
          ["confirmed by", data.confirmed_by.join(", ")],
          ["missing", data.missing_sources.join(", ")],
        ] as const;
        const summary = data.summary === null ? [] : [safeText(data.summary), ""];
        context.terminal.answer(name, answer, [view.paint("bold", safeText(data.cve_id)), ...summary, ...facts(pairs, view)]);
      }),
    );
};
