export const BLOCKED_TOKEN = "[blocked-token]";

/** Control tokens of chat templates, in any spelling that a tokenizer or a careless join may take for one. */
const TOKENS: readonly RegExp[] = [
  /[<＜‹〈][|｜ǀ∣¦][^<>|｜]{1,40}[|｜ǀ∣¦][>＞›〉]/g,
  /[[［] {0,2}\/? {0,2}(?:INST|SYS|SYSTEM|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS) {0,2}[\]］]/gi,
  /[<＜]{2} {0,2}\/? {0,2}SYS {0,2}[>＞]{2}/gi,
  /<\/?(?:s|bos|eos|pad|unk|start_of_turn|end_of_turn|start_of_image|think|thinking|reasoning|system|assistant|user|human|developer|instructions?|system[-_ ]?(?:prompt|message|reminder|instructions?)|prompt|tool_calls?|tool_use|tool_result|function_calls?|function_results?|invoke|parameter|antml:[a-z_]{1,20}|im_start|im_end|endoftext|important|admin|override|hidden|secret|context|untrusted(?:[-_ ]\w{1,20})?|documents?|query|search[-_]results?|user[-_]?input)(?: [^<>]{0,100})?\/?>/gi,
  /<\|(?:im_start|im_end|im_sep|endoftext|system|user|assistant|eot_id|start_header_id|end_header_id|begin_of_text)\b\|?>?/gi,
];

/** `to=functions.x`, ChatML headers without their brackets. */
const HEADERS = /\b(?:im_start|im_end|start_header_id|end_header_id|eot_id|begin_of_text|endoftext)\b/gi;

const ROLE_LABEL = /^([ \t>*_#`"'“‘-]{0,6})(?:system|developer|assistant|human|user)(?: (?:message|prompt|note|instructions?|override))?[ \t]{0,2}[*_`"']{0,3}[ \t]{0,2}[:：]/gimu;

export function replaceTemplateTokens(text: string): string {
  const withoutTokens = TOKENS.reduce((done, token) => done.replace(token, BLOCKED_TOKEN), text);
  return withoutTokens.replace(HEADERS, BLOCKED_TOKEN).replace(ROLE_LABEL, "$1note:");
}

export const hasTemplateToken = (folded: string): boolean =>
  TOKENS.some((token) => {
    token.lastIndex = 0;
    return token.test(folded);
  });
