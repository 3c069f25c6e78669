import { afterAll, beforeAll, test } from "vitest";
import { contractToken } from "../support/contract/contract-tokens";
import { startMcpWorld, type McpWorld } from "../support/mcp/mcp-world";
let world: McpWorld;
beforeAll(async () => { world = await startMcpWorld(); });
afterAll(() => world?.stop());
let id = 0;
async function call(name: string, args: object, paid = false) {
  const response = await fetch(paid ? world.paidUrl : world.url, { method: "POST", headers: { "content-type": "application/json", accept: "application/json, text/event-stream", "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name, ...(paid ? { authorization: `Bearer ${contractToken(++id)}` } : {}) },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientInfo": { name: "t", version: "1" }, "io.modelcontextprotocol/clientCapabilities": {} } } }) });
  const text = await response.text();
  let body: any; try { body = JSON.parse(text); } catch { body = text; }
  const r = body.result;
  console.log(`### ${name} ${JSON.stringify(args)} ${paid ? "paid" : ""} -> ${response.status} err=${r?.isError} text=${r?.content?.[0]?.text?.length} structured=${JSON.stringify(r?.structuredContent ?? null).length}\n${r ? r.content.map((c: any) => c.text).join("\n--\n").slice(0, 2600) : text.slice(0, 500)}\n meta ${JSON.stringify(r?._meta ?? {}).slice(0, 300)}`);
}
test("look", async () => {
  await call("find_models", { capability: "tool-use", min_context: 200000, limit: 5 });
  await call("find_models", { capability: "nope" });
  await call("find_models", { capabilities: "tool-use" });
  await call("get_model", { model: "claude opus 4.5" });
  await call("get_model", { model: "nonexistent-xyz" });
  await call("get_model", { model: "claude-opus-4-5", from: "2026-11-22" });
  await call("get_model", { model: "claude-opus-4-5", from: "2026-05-01", to: "2026-05-31" });
  await call("get_model", { model: "claude-opus-4-5", from: new Date(Date.now() - 40 * 864e5).toISOString().slice(0, 10) }, true);
  await call("get_model", { model: "claude-opus-4-5", forecast_days: 3 }, true);
  await call("provider_status", {});
  await call("provider_status", { provider: "anthropic", show: "incidents" });
  await call("provider_status", { provider: "anthropic", show: "uptime" });
  await call("check_services", { services: ["openai", "groq"] });
  await call("check_services", { models: "claude-opus-4-5" });
  await call("check_services", {});
  await call("whats_changed", {});
  await call("whats_changed", { days: 3 }, true);
  await call("news", { category: "research" });
  await call("news", { q: "model" }, true);
  await call("news", { min_sources: 2 }, true);
  await call("retirements", { within_days: 365 });
  await call("retirements", { models: ["gpt-4o", "zzz"], include: "past" });
  await call("benchmarks", {});
  await call("benchmarks", { benchmark: "gpqa_diamond", provider: "openai", limit: 3 });
  await call("benchmarks", { benchmark: "zz" });
  for (const kind of ["embeddings", "multimodal", "vector_dbs", "agents", "harnesses", "gpus"]) await call("catalog", { kind, limit: 2 });
  await call("catalog", { kind: "gpus", q: "H100" });
  await call("best_model", { task: "code", budget: 2 }, true);
  await call("compare_cost", { models: ["claude-opus-4-5", "gpt-5"] }, true);
  await call("compare_cost", { models: ["claude-opus-4-5", "gpt-5"], input_tokens_per_day: 1e6, output_tokens_per_day: 5e5 }, true);
  await call("security_card", { cve_id: "CVE-2024-3094" }, true);
  await call("watches", { action: "preview", type: "price", model: "claude-opus-4-5", field: "blended", op: "lt", threshold: 10, callback_url: "https://93.184.215.14/hook" }, true);
  await call("watches", { action: "create", type: "price", model: "claude-opus-4-5", field: "blended", op: "lt", threshold: 10, callback_url: "https://93.184.215.14/hook" }, true);
  await call("watches", { action: "list" }, true);
  await call("watches", { action: "get" }, true);
  await call("verify_receipt", { receipt: "{}" }, true);
  await call("zzz", {});
  console.log(world.output().slice(-3000));
});
