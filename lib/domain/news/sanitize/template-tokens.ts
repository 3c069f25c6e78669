export const BLOCKED_TOKEN = "[blocked-token]";

/** Control tokens of chat templates, in any spelling that a tokenizer may accept. */
const TOKENS: readonly RegExp[] = [
  /[<＜‹〈][|｜ǀ∣¦][^<>|｜]{1,40}[|｜ǀ∣¦][>＞›〉]/g,
  /[[［] {0,2}\/? {0,2}(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS) {0,2}[\]］]/gi,
  /[<＜]{2} {0,2}\/? {0,2}SYS {0,2}[>＞]{2}/gi,
  /<\/?(?:s|bos|eos|pad|unk|start_of_turn|end_of_turn|start_of_image|think|thinking|reasoning|system|assistant|user|human|developer|instructions?|system[-_ ]?(?:prompt|message|reminder|instructions?)|prompt|tool_calls?|tool_use|tool_result|function_calls?|function_results?|invoke|parameter|antml:[a-z_]{1,20}|im_start|im_end|endoftext|important|admin|override|hidden|secret|context|untrusted(?:[-_ ]\w{1,20})?|documents?|query|search[-_]results?|user[-_]?input)(?: [^<>]{0,100})?\/?>/gi,
  /<\|(?:im_start|im_end|im_sep|endoftext|system|user|assistant|eot_id|start_header_id|end_header_id|begin_of_text)\b\|?>?/gi,
];

const ROLE_WORDS =
  "(?:system|developer|assistant|user|human|admin|administrator|root|operator|tool|function|instructions?|prompt|response|input|output|context|override|safety|policy|model|ai|bot|sys|task|moderator|security)";
const FENCES: readonly RegExp[] = [
  new RegExp(`^[ \\t>]{0,4}#{1,6} {0,2}(?:new |end |begin |start )?${ROLE_WORDS}(?: [a-z]{2,14}){0,2} {0,2}(?::|$)`, "gimu"),
  new RegExp(`[=\\-*_#~<>+]{3,20} {0,3}(?:[a-z/]{2,14} ){0,4}/?${ROLE_WORDS}(?: [a-z:]{2,14}){0,4} {0,3}[=\\-*_#~<>+]{3,20}`, "gi"),
  new RegExp(
    `[\\[{]{1,2} {0,2}/?${ROLE_WORDS}(?:[ _-](?:message|prompt|override|results?|note|notice|instructions?|mode|update|alert|command|output|response|directive|call|admin|start|end|role|priority|level|task|system))?:? {0,2}[\\]}]{1,2}:?`,
    "gi",
  ),
  /(?:[=\-*_#~<>+"]{3,20}) {0,3}(?:(?:begin|end|start|close|stop|finish) (?:of )?(?:the )?(?:article|document|text|content|page|data|input|context|message|conversation|file|email|user|prompt|untrusted|quote|snippet|news|story|summary|post|transcript|report)s?|new (?:task|instructions?|session|conversation|prompt))\b.{0,20}?(?:[=\-*_#~<>+"]{3,20}|$)/gim,
];
const TRANSCRIPT =
  /(?:^|[\n"'.!?] {0,2}|\[)(?:user|human|person|customer|me|student|ask|question)\]? ?:(?=[^]{1,300}?\b(?:assistant|bot|ai|gpt|chatgpt|claude|model|llm|chatbot|copilot|gemini|answer|response)\]? ?:)|(?:^|\n|\[)(?:assistant|bot|ai|gpt|chatgpt|claude|chatbot)\]? ?:(?=[^]{1,300}?\b(?:user|human|customer)\]? ?:)/gi;

/** ChatML headers without their brackets. */
const HEADERS = /\b(?:im_start|im_end|start_header_id|end_header_id|eot_id|begin_of_text|endoftext)\b/gi;

const ROLE_LABEL =
  /^([ \t>*_#`"'“‘-]{0,6})(?:system|developer|assistant|human|user)(?: (?:message|prompt|note|instructions?|override))?[ \t]{0,2}[*_`"']{0,3}[ \t]{0,2}[:：]/gimu;

export function replaceTemplateTokens(text: string): string {
  const withoutTokens = [...TOKENS, ...FENCES, TRANSCRIPT].reduce((done, token) => done.replace(token, BLOCKED_TOKEN), text);
  return withoutTokens.replace(HEADERS, BLOCKED_TOKEN).replace(ROLE_LABEL, "$1note:");
}

export const hasTemplateToken = (folded: string): boolean =>
  TOKENS.some((token) => {
    token.lastIndex = 0;
    return token.test(folded);
  });
