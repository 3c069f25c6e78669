import type { paths } from "../../api-types";
import type { Context } from "../context";
import { usageFault } from "../exit-codes";
import { safeText } from "../output/safe-text";
import { facts, table } from "../output/table";
import { minute, numberBetween, type AddCommand } from "./command";
import type { Command } from "commander";

type NewWatch = paths["/api/premium/watches"]["post"]["requestBody"]["content"]["application/json"];

interface NewOptions {
  url: string;
  dryRun?: boolean;
}

interface PriceOptions extends NewOptions {
  below?: number;
  above?: number;
  field: string;
}

const COLUMNS = [
  { head: "ID" },
  { head: "TYPE" },
  { head: "FOLLOWS", isFlexible: true },
  { head: "STATUS" },
  { head: "FIRED", align: "right" },
  { head: "UNTIL" },
] as const;

async function create(context: Context, spec: Record<string, unknown>, { url, dryRun }: NewOptions, name: string): Promise<void> {
  const { terminal } = context;
  const client = await context.withToken();
  const { data } = await client.POST("/api/premium/watches", {
    body: { spec: spec as NewWatch["spec"], callback_url: url, secret: "generate", ...(dryRun ? { dry_run: true } : {}) },
  });
  const value = typeof data.current_value === "object" ? JSON.stringify(data.current_value) : data.current_value;
  const pairs = [
    ["watch", data.watch?.id ?? "none: a dry run creates nothing"],
    ["follows", data.follows.join(", ")],
    ["now", value],
    ["fires now", data.would_fire_now ? "yes" : "no"],
    ["until", data.watch ? minute(data.watch.expires_at) : null],
    ["secret", data.secret],
  ] as const;
  const wide = { ...terminal.view, width: Number.MAX_SAFE_INTEGER };
  const remarks = data.warnings.map((warning) => terminal.view.paint("yellow", warning));
  terminal.answer(name, data, [...facts(pairs, wide), ...remarks]);
}

const withNewOptions = (command: Command): Command =>
  command
    .requiredOption("--url <https-url>", "where the webhook goes")
    .option("--dry-run", "say what it would see now; creates and costs nothing");

function conditionOf({ below, above }: PriceOptions): Record<string, unknown> {
  if (below !== undefined && above !== undefined) throw usageFault("Give --below or --above, not both.");
  if (below !== undefined) return { op: "lt", threshold: below };
  return above === undefined ? { op: "changes" } : { op: "gt", threshold: above };
}

const PRICE = numberBetween(0, 1e6, { isWhole: false });

const addPriceWatch: AddCommand = (watch, run) => {
  withNewOptions(watch.command("price").description("tell of a model's price; costs 1 credit").argument("<model>", "id or name"))
    .option("--below <usd>", "when it falls below, USD per 1M tokens", PRICE)
    .option("--above <usd>", "when it rises above; without either at every change", PRICE)
    .option("--field <field>", "inputPrice, outputPrice or blended", "blended")
    .action(
      run<PriceOptions>(async (context, [model], options, name) =>
        create(context, { type: "price", model, field: options.field, ...conditionOf(options) }, options, name),
      ),
    );
};

const addOtherWatches: AddCommand = (watch, run) => {
  withNewOptions(watch.command("status").description("tell of a provider's state; costs 1 credit").argument("<provider>", "id or name"))
    .option("--becomes <state>", "only when it becomes operational, degraded or down")
    .action(
      run<NewOptions & { becomes?: string }>(async (context, [provider], { becomes, ...options }, name) => {
        const condition = becomes === undefined ? { op: "changes" } : { op: "becomes", value: becomes };
        return create(context, { type: "status", provider, ...condition }, options, name);
      }),
    );
  withNewOptions(
    watch.command("retirement").description("tell of the end of models; costs 1 credit").argument("<models...>", "ids or names"),
  ).action(run<NewOptions>(async (context, models, options, name) => create(context, { type: "retirement", models }, options, name)));
};

const addList: AddCommand = (watch, run) => {
  watch
    .command("list", { isDefault: true })
    .description("list your watches")
    .action(
      run(async (context, _args, _options, name) => {
        const client = await context.withToken();
        const { data } = await client.GET("/api/premium/watches");
        const rows = data.watches.map((one) => [
          one.id,
          one.spec.type,
          one.follows.join(", "),
          one.status,
          `${one.fire_count}/${one.fire_cap}`,
          one.expires_at.slice(0, 10),
        ]);
        context.terminal.answer(name, data, table(COLUMNS, rows, context.terminal.view));
      }),
    );
};

const addKeeping: AddCommand = (watch, run) => {
  watch
    .command("remove")
    .description("end a watch")
    .argument("<id>", "id of the watch")
    .action(
      run(async (context, [id = ""], _options, name) => {
        const client = await context.withToken();
        const { data } = await client.DELETE("/api/premium/watches/{id}", { params: { path: { id } } });
        context.terminal.answer(name, data, [`${safeText(data.id)} is ended.`]);
      }),
    );
  watch
    .command("test")
    .description("send a ping to the address of a watch")
    .argument("<id>", "id of the watch")
    .action(
      run(async (context, [id = ""], _options, name) => {
        const client = await context.withToken();
        const { data } = await client.POST("/api/premium/watches/{id}/test", { params: { path: { id } } });
        const { outcome, http_status: status, detail } = data.delivery;
        context.terminal.answer(
          name,
          data,
          facts(
            [
              ["outcome", outcome],
              ["status", status],
              ["detail", detail],
            ],
            context.terminal.view,
          ),
        );
      }),
    );
};

export const addWatch: AddCommand = (program, run) => {
  const watch = program.command("watch").description("have a webhook called when something changes");
  for (const add of [addList, addKeeping, addPriceWatch, addOtherWatches]) add(watch, run);
};
