export interface NamedService {
  id: string;
  name: string;
  provider: string;
}

/** Shorter texts match too much by accident. */
const MIN_SUBSTRING = 3;

/** A name within a longer word, as fal in falcon, is another word: texts are compared by their words. */
const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const beginsAWord = (name: string, text: string): boolean => ` ${name}`.includes(` ${text}`);

const hasWords = (text: string, name: string): boolean => name.length >= MIN_SUBSTRING && ` ${text} `.includes(` ${name} `);

/** A provider's services, else exact names, else looser ones. The text begins a word in those, or has their words. */
export function matchServices<Service extends NamedService>(
  services: readonly Service[],
  text: string,
  providerIds: readonly string[],
): Service[] {
  const byProvider = services.filter((service) => providerIds.includes(service.provider));
  if (byProvider.length > 0) return byProvider;
  const words = wordsOf(text);
  const names = (service: Service): string[] => [service.id, service.name, service.provider].map(wordsOf);
  const exact = services.filter((service) => names(service).includes(words));
  if (exact.length > 0 || words.length < MIN_SUBSTRING) return exact;
  return services.filter((service) => names(service).some((name) => beginsAWord(name, words) || hasWords(words, name)));
}
