import { NEWS_CATEGORIES } from "@/lib/domain/news/news-categories";
import { feedJson } from "@/lib/endpoints/feed-json";
import { feedXml } from "@/lib/endpoints/feed-xml";
import { news } from "@/lib/endpoints/news";
import { newsStories } from "@/lib/endpoints/news/stories";
import { newsSearch } from "@/lib/endpoints/premium/news/search";
import { newsCard } from "./cards";
import { definePage } from "./define";
import { choiceParameter, pageParameter, textParameter } from "./parameters";

export const newsPage = definePage({
  path: "/news",
  title: "News",
  description: "What labs, press, researchers and forums published about AI, newest first. Headlines link to the publisher.",
  label: "News",
  group: "Now",
  audience: "public",
  card: newsCard,
  endpoints: [
    { endpoint: news, query: { limit: "200" }, takes: { category: "category" } },
    { endpoint: newsStories },
    { endpoint: feedXml },
    { endpoint: feedJson },
    { endpoint: newsSearch, takes: { q: "q", category: "category" } },
  ],
  parameters: { q: textParameter(), category: choiceParameter(NEWS_CATEGORIES), source: textParameter(), page: pageParameter() },
});
