import { pages } from "@/lib/pages";
import { fillPath } from "@/lib/pages/address";
import { requestsOf } from "@/lib/pages/requests";

/** The browser's test runner cannot import the declarations, which import JSON. It runs this and reads what is printed. */
const printed = pages.map((page) => {
  const { path, title, label, audience, endpoints, example = {} } = page;
  const [main] = requestsOf(page, {}, example);
  return {
    path,
    title,
    label,
    audience,
    endpoints: endpoints.map(({ endpoint }) => endpoint.path),
    address: fillPath(path, example),
    main: { method: main.endpoint.method, target: main.target },
  };
});
process.stdout.write(JSON.stringify(printed));
