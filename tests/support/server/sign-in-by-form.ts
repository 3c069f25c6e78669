const unescaped = (text: string): string =>
  text.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

/** The form that has a field or a button of this text, with the fields that it brings. */
export function formIn(html: string, mark: string): FormData {
  const form = [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([whole]) => whole).find((whole) => whole.includes(mark));
  if (!form) throw new Error(`there is no form with ${mark}`);
  const fields = new FormData();
  for (const [input] of form.matchAll(/<input[^>]*type="hidden"[^>]*>/g)) {
    const attribute = (name: string) => unescaped(new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "");
    fields.set(attribute("name"), attribute("value"));
  }
  return fields;
}

/** Signs in as a browser without scripts does; returns its cookies. */
export async function signInByForm(baseUrl: string, token: string, origin: string): Promise<string> {
  const page = await fetch(`${baseUrl}/account`);
  const html = await page.text();
  if (page.status !== 200) throw new Error(`the page of the account was answered with ${page.status}: ${html.slice(0, 500)}`);
  const body = formIn(html, 'name="token"');
  body.set("token", token);
  const answer = await fetch(`${baseUrl}/account`, { method: "POST", body, headers: { origin }, redirect: "manual" });
  if (answer.status !== 303) throw new Error(`signing in was answered with ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
}
