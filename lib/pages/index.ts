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
  newsPage,
  verifiedNewsPage,
  statusPage,
  providerPage,
  changesPage,
  securityPage,
  cvePage,
  modelsPage,
  modelPage,
  modelMapPage,
  retirementsPage,
  comparePage,
  costPage,
  billPage,
  routePage,
  benchmarksPage,
  benchmarkPage,
  harnessesPage,
  embeddingsPage,
  multimodalPage,
  vectorDbsPage,
  gpusPage,
  agentsPage,
  agentsActivityPage,
  docsPage,
  operationPage,
  guidePage,
  dataPage,
  verifyPage,
  buyPage,
  privacyPage,
  supportPage,
  ...accountPages,
];

/** For a link to a page by its declared path. */
export const findPage = (path: string): AnyPage | undefined => pages.find((page) => page.path === path);

export const publicPages: readonly AnyPage[] = pages.filter(({ audience }) => audience === "public");

interface NavigationLink {
  href: string;
  label: string;
  /** A document of the API, which the browser loads by itself. */
  isDocument?: true;
  /** A page of the reader's own, which is not fetched before it is opened. */
  isPersonal?: true;
}

export interface NavigationGroup {
  group: string;
  links: readonly NavigationLink[];
}

/** Documents that are not pages, under the last group. */
const DOCUMENTS: readonly NavigationLink[] = [
  { href: "/api/meta", label: "API catalog", isDocument: true },
  { href: "/openapi.json", label: "OpenAPI", isDocument: true },
  { href: "/llms.txt", label: "llms.txt", isDocument: true },
];

export const navigation: readonly NavigationGroup[] = GROUPS.map((group) => ({
  group,
  links: [
    ...pages.flatMap(({ path, label, group: own, audience }): NavigationLink[] =>
      own === group && label !== null ? [{ href: path, label, ...(audience === "personal" ? { isPersonal: true } : {}) }] : [],
    ),
    ...(group === "Build" ? DOCUMENTS : []),
  ],
}));

const addressesOf = (list: readonly AnyPage[]): string[] => list.map(({ path, example = {} }) => fillPath(path, example));

/** An address of every page, for checks that visit each of them. */
export const exampleAddresses: readonly string[] = addressesOf(pages);
/** Public addresses, without the pages that lead a stranger to the sign-in. */
export const publicAddresses: readonly string[] = addressesOf(publicPages);
