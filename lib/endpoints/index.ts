import type { AnyEndpoint } from "@/lib/http/endpoint";
import { agentsActivity } from "@/lib/endpoints/agents/activity";
import { agentsDirectory } from "@/lib/endpoints/agents/directory";
import { agentsNews } from "@/lib/endpoints/agents/news";
import { agentsPricing } from "@/lib/endpoints/agents/pricing";
import { attention } from "@/lib/endpoints/attention";
import { attentionHistory } from "@/lib/endpoints/attention/history";
import { attentionOn } from "@/lib/endpoints/attention/history/[date]";
import { priceBadge } from "@/lib/endpoints/badge/price/[provider]/[...model]";
import { statusBadge } from "@/lib/endpoints/badge/status/[provider]";
import { benchmarks } from "@/lib/endpoints/benchmarks";
import { bulk } from "@/lib/endpoints/bulk";
import { bulkFile } from "@/lib/endpoints/bulk/[date]/[file]";
import { capability } from "@/lib/endpoints/capability";
import { changes } from "@/lib/endpoints/changes";
import { embeddings } from "@/lib/endpoints/embeddings";
import { feedJson } from "@/lib/endpoints/feed-json";
import { feedXml } from "@/lib/endpoints/feed-xml";
import { datasetFeed } from "@/lib/endpoints/feeds/dataset/[file]";
import { modelFeed } from "@/lib/endpoints/feeds/models/[file]";
import { providerFeed } from "@/lib/endpoints/feeds/provider/[file]";
import { gpuPricing } from "@/lib/endpoints/gpu/pricing";
import { cheapestGpus } from "@/lib/endpoints/gpu/pricing/cheapest";
import { gpuSeries } from "@/lib/endpoints/gpu/pricing/series";
import { harnesses } from "@/lib/endpoints/harnesses";
import { health } from "@/lib/endpoints/health";
import { live } from "@/lib/endpoints/health/live";
import { ready } from "@/lib/endpoints/health/ready";
import { history } from "@/lib/endpoints/history";
import { snapshotOn } from "@/lib/endpoints/history/[date]/[type]";
import { benchmarkSeries } from "@/lib/endpoints/history/benchmarks/series";
import { priceAtMoment } from "@/lib/endpoints/history/prices/at";
import { priceBook } from "@/lib/endpoints/history/prices/book";
import { pricingSeries } from "@/lib/endpoints/history/pricing/series";
import { statusUptime } from "@/lib/endpoints/history/status/uptime";
import { incidents } from "@/lib/endpoints/incidents";
import { metrics } from "@/lib/endpoints/metrics";
import { models } from "@/lib/endpoints/models";
import { archive } from "@/lib/endpoints/models/archive";
import { movers } from "@/lib/endpoints/models/movers";
import { resolveModels } from "@/lib/endpoints/models/resolve";
import { retirementsCalendar } from "@/lib/endpoints/models/retirements-ics";
import { retirementsJson } from "@/lib/endpoints/models/retirements-json";
import { retirementsXml } from "@/lib/endpoints/models/retirements-xml";
import { retirements } from "@/lib/endpoints/models/retirements";
import { multimodal } from "@/lib/endpoints/multimodal";
import { news } from "@/lib/endpoints/news";
import { newsStories } from "@/lib/endpoints/news/stories";
import { paymentBalance } from "@/lib/endpoints/payment/balance";
import { buyCredits } from "@/lib/endpoints/payment/buy-credits";
import { paymentClaimMessage } from "@/lib/endpoints/payment/claim-message";
import { confirmPayment } from "@/lib/endpoints/payment/confirm";
import { submitGaslessPurchase } from "@/lib/endpoints/payment/gasless";
import { paymentHistory } from "@/lib/endpoints/payment/history";
import { paymentInfo } from "@/lib/endpoints/payment/info";
import { noChargeStats } from "@/lib/endpoints/payment/no-charge-stats";
import { noChargeDates } from "@/lib/endpoints/payment/no-charge-stats/dates";
import { paymentRevoke } from "@/lib/endpoints/payment/revoke";
import { paymentTokens, listPaymentTokens } from "@/lib/endpoints/payment/tokens";
import { deletePaymentToken } from "@/lib/endpoints/payment/tokens/[id]";
import { createPaymentToken } from "@/lib/endpoints/payment/tokens/create";
import { endAllPaymentTokens } from "@/lib/endpoints/payment/tokens/end-all";
import { rotatePaymentToken } from "@/lib/endpoints/payment/tokens/rotate";
import { paymentUsage } from "@/lib/endpoints/payment/usage";
import { usageCalls } from "@/lib/endpoints/payment/usage/calls";
import { usageCall } from "@/lib/endpoints/payment/usage/calls/[id]";
import { mapImage } from "@/lib/endpoints/picture/map-svg";
import { priceImage } from "@/lib/endpoints/picture/price/[provider]/[...model]";
import { premiumAgentsDirectory } from "@/lib/endpoints/premium/agents/directory";
import { attentionSeries } from "@/lib/endpoints/premium/attention/series";
import { premiumChanges } from "@/lib/endpoints/premium/changes";
import { compareModels } from "@/lib/endpoints/premium/compare/models";
import { costBill } from "@/lib/endpoints/premium/cost/bill";
import { costProjection } from "@/lib/endpoints/premium/cost/projection";
import { forecast } from "@/lib/endpoints/premium/forecast";
import { premiumGpuSeries } from "@/lib/endpoints/premium/gpu/series";
import { premiumBenchmarkSeries } from "@/lib/endpoints/premium/history/benchmarks/series";
import { compareHistory } from "@/lib/endpoints/premium/history/compare";
import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { premiumPricingSeries } from "@/lib/endpoints/premium/history/pricing/series";
import { premiumStatusUptime } from "@/lib/endpoints/premium/history/status/uptime";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { probeSeries } from "@/lib/endpoints/premium/probe/series";
import { providerProfile } from "@/lib/endpoints/premium/providers/[name]";
import { routing } from "@/lib/endpoints/premium/routing";
import { verifiedCve } from "@/lib/endpoints/premium/security/verified/[cve_id]";
import { createWatch, listWatches } from "@/lib/endpoints/premium/watches";
import { watch, deleteWatch } from "@/lib/endpoints/premium/watches/[id]";
import { watchDeliveries } from "@/lib/endpoints/premium/watches/[id]/deliveries";
import { redeliver } from "@/lib/endpoints/premium/watches/[id]/redeliver/[delivery]";
import { testWatch } from "@/lib/endpoints/premium/watches/[id]/test";
import { whatsNew } from "@/lib/endpoints/premium/whats-new";
import { routingPreview } from "@/lib/endpoints/preview/routing";
import { priceSourceAccuracy } from "@/lib/endpoints/prices/sources";
import { probeLatest } from "@/lib/endpoints/probe/latest";
import { receiptLog } from "@/lib/endpoints/receipt/log";
import { receiptProof } from "@/lib/endpoints/receipt/log/[date]/proof";
import { verifyPostedReceipt, verifyLinkedReceipt } from "@/lib/endpoints/receipt/verify";
import { exploited } from "@/lib/endpoints/security/exploited";
import { status } from "@/lib/endpoints/status";
import { statusCheck } from "@/lib/endpoints/status/check";
import { statusDays } from "@/lib/endpoints/status/days";
import { statusSummary } from "@/lib/endpoints/status/summary";
import { vectorDbs } from "@/lib/endpoints/vector-dbs";

// Generated by `npm run gen`. Do not edit.
export const endpoints: readonly AnyEndpoint[] = [
  agentsActivity,
  agentsDirectory,
  agentsNews,
  agentsPricing,
  attention,
  attentionHistory,
  attentionOn,
  priceBadge,
  statusBadge,
  benchmarks,
  bulk,
  bulkFile,
  capability,
  changes,
  embeddings,
  feedJson,
  feedXml,
  datasetFeed,
  modelFeed,
  providerFeed,
  gpuPricing,
  cheapestGpus,
  gpuSeries,
  harnesses,
  health,
  live,
  ready,
  history,
  snapshotOn,
  benchmarkSeries,
  priceAtMoment,
  priceBook,
  pricingSeries,
  statusUptime,
  incidents,
  metrics,
  models,
  archive,
  movers,
  resolveModels,
  retirementsCalendar,
  retirementsJson,
  retirementsXml,
  retirements,
  multimodal,
  news,
  newsStories,
  paymentBalance,
  buyCredits,
  paymentClaimMessage,
  confirmPayment,
  submitGaslessPurchase,
  paymentHistory,
  paymentInfo,
  noChargeStats,
  noChargeDates,
  paymentRevoke,
  paymentTokens,
  listPaymentTokens,
  deletePaymentToken,
  createPaymentToken,
  endAllPaymentTokens,
  rotatePaymentToken,
  paymentUsage,
  usageCalls,
  usageCall,
  mapImage,
  priceImage,
  premiumAgentsDirectory,
  attentionSeries,
  premiumChanges,
  compareModels,
  costBill,
  costProjection,
  forecast,
  premiumGpuSeries,
  premiumBenchmarkSeries,
  compareHistory,
  verifiedNews,
  premiumPricingSeries,
  premiumStatusUptime,
  newsSearch,
  probeSeries,
  providerProfile,
  routing,
  verifiedCve,
  createWatch,
  listWatches,
  watch,
  deleteWatch,
  watchDeliveries,
  redeliver,
  testWatch,
  whatsNew,
  routingPreview,
  priceSourceAccuracy,
  probeLatest,
  receiptLog,
  receiptProof,
  verifyPostedReceipt,
  verifyLinkedReceipt,
  exploited,
  status,
  statusCheck,
  statusDays,
  statusSummary,
  vectorDbs,
];
