import { accountPages } from "./account";
import { fillPath } from "./address";
import { agentsPage } from "./agents";
import { agentsActivityPage } from "./agents-activity";
import { benchmarkPage } from "./benchmark";
import { benchmarksPage } from "./benchmarks";
import { changesPage } from "./changes";
import { dataPage } from "./dataset-ages";
import { billPage } from "./bill";
import { buyPage } from "./buy";
import { comparePage } from "./compare";
import { costPage } from "./cost";
import { GROUPS, type AnyPage } from "./define";
import { docsPage, guidePage, operationPage } from "./docs";
import { embeddingsPage } from "./embeddings";
import { gpusPage } from "./gpus";
import { harnessesPage } from "./harnesses";
import { modelPage } from "./model";
import { modelMapPage } from "./model-map";
import { modelsPage } from "./models";
import { multimodalPage } from "./multimodal";
import { newsPage } from "./news";
import { privacyPage, supportPage } from "./operator";
import { providerPage } from "./provider";
import { providersPage } from "./providers";
import { cvePage, securityPage } from "./security";
import { retirementsPage } from "./retirements";
import { routePage } from "./route";
import { statusPage } from "./status";
import { todayPage } from "./today";
import { vectorDbsPage } from "./vector-dbs";
import { verifiedNewsPage } from "./verified-news";
import { verifyPage } from "./verify";

/** Every page of the site, in the order of the navigation. */
export const pages: readonly AnyPage[] = [
  todayPage,
  statusPage,
  newsPage,
  verifiedNewsPage,
  changesPage,
  securityPage,
  cvePage,
  modelsPage,
  modelPage,
  modelMapPage,
  comparePage,
  costPage,
  billPage,
  routePage,
  embeddingsPage,
  multimodalPage,
  benchmarksPage,
  benchmarkPage,
  harnessesPage,
  agentsPage,
  providersPage,
  providerPage,
  retirementsPage,
  gpusPage,
  vectorDbsPage,
  docsPage,
  operationPage,
  guidePage,
  buyPage,
  verifyPage,
  dataPage,
  agentsActivityPage,
  privacyPage,
  supportPage,
  ...accountPages,
];

/** For a link to a page by its declared path. */
export const findPage = (path: string): AnyPage | undefined => pages.find((page) => page.path === path);

export const publicPages: readonly AnyPage[] = pages.filter(({ audience }) => audience === "public");

interface PageLink {
  href: string;
  label: string;
}

interface NavigationLink extends PageLink {
  /** The other pages of its section, shown as tabs on each of them. */
  pages: readonly PageLink[];
  /** A page of the reader's own, which is not fetched before it is opened. */
  isPersonal?: true;
}

export interface NavigationGroup {
  group: string;
  links: readonly NavigationLink[];
}

const labelled = pages.flatMap((page) => (page.label === null ? [] : [{ ...page, href: page.path, label: page.label }]));

/** What people come for: at most twelve links. */
export const navigation: readonly NavigationGroup[] = GROUPS.map((group) => ({
  group,
  links: labelled.flatMap(({ href, label, group: own, under, audience }): NavigationLink[] => {
    if (own !== group || under !== undefined) return [];
    const section = labelled.filter((page) => page.under === href).map((page) => ({ href: page.href, label: page.label }));
    return [{ href, label, pages: section, ...(audience === "personal" ? { isPersonal: true } : {}) }];
  }),
}));

/** Documents that are not pages, at the end of each page. */
export const documents: readonly PageLink[] = [
  { href: "/api/meta", label: "API catalog" },
  { href: "/openapi.json", label: "OpenAPI" },
  { href: "/llms.txt", label: "llms.txt" },
];

/** Every page and document with a name of its own, by the group that it belongs to. */
export const namedPlaces: readonly (PageLink & { group: string })[] = [
  ...labelled.map(({ href, label, group }) => ({ href, label, group })),
  ...documents.map((document) => ({ ...document, group: "Build" })),
];

const addressesOf = (list: readonly AnyPage[]): string[] => list.map(({ path, example = {} }) => fillPath(path, example));

/** An address of every page, for checks that visit each of them. */
export const exampleAddresses: readonly string[] = addressesOf(pages);
/** Public addresses, without the pages that lead a stranger to the sign-in. */
export const publicAddresses: readonly string[] = addressesOf(publicPages);
