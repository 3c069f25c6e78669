import { verifiedNews } from "@/lib/endpoints/premium/history/news/verified";
import { definePage } from "./define";
import { dayParameter, integerParameter } from "./parameters";

export const verifiedNewsPage = definePage({
  path: "/news/verified",
  title: "Verified news",
  description: "Stories that several independent outlets reported, each with the time of every outlet's first report.",
  label: "Verified news",
  under: "/news",
  group: "Now",
  audience: "public",
  endpoints: [{ endpoint: verifiedNews, takes: { date: "date", from: "from", to: "to", min_sources: "min" } }],
  parameters: { date: dayParameter(), from: dayParameter(), to: dayParameter(), min: integerParameter({ min: 2, max: 50 }).withDefault(4) },
});
