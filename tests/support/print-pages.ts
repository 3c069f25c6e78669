import { pages } from "@/lib/pages";
import { fillPath } from "@/lib/pages/address";

/** The browser's test runner cannot import the declarations, which import JSON: it runs this and reads what is printed. */
const printed = pages.map(({ path, title, label, audience, endpoints, example = {} }) => ({
  path,
  title,
  label,
  audience,
  endpoints: endpoints.map(({ endpoint }) => endpoint.path),
  address: fillPath(path, example),
}));
process.stdout.write(JSON.stringify(printed));
