/** Calls of tools and their results, as agents exchange them: prose does not hold them. */
const CALLS: readonly RegExp[] = [
  /[[{(]{0,2}\{\s?["'](?:name|tool|tool_name|function|function_name|action|method|recipient_name)["']\s?:\s?["'{][^]{0,200}?["'](?:arguments|parameters|params|input|args|kwargs|to|confirm)["']\s?:[^]{0,300}?(?:[}\]]{1,4}|$)/gi,
  /(?:^|(?<=[\s.]))(?:Thought|Action|Tool|Observation) ?: ?[^\n]{1,300}(?:\n|\s)(?:Action Input|Action|Observation|Thought|Input|Final Answer) ?: ?[^\n]{0,300}(?:\n(?:Action Input|Action|Observation|Thought|Final Answer) ?: ?[^\n]{0,300}){0,4}/g,
  /```(?:tool_code|tool_call|tool_outputs?|function_call|tool)\n[^]{0,600}?(?:```|$)/gi,
  /<\|python_tag\|>[^\n]{0,300}/gi,
  /<tool_call>(?:\s*[{[<`][^]{0,400}?(?:<\/tool_call>|$)|[^]{0,400}?<\/tool_call>)/gi,
  /\[TOOL_CALLS\]\s?\[[^]{0,400}?\](?=\s|$)/g,
  /\b(?:call|to|functions?)[:=] ?[a-z_]+(?:\.[a-z_]+)*\([^()\n]{0,200}\)/gi,
  /\b(?:function|tool)(?:_call)? ?[`"']?[a-z_]{3,40}[`"']? returned ?: ?\{[^\n]{0,400}?\}(?=\s|$)/gi,
  /\bto=[a-z_.]{3,40}(?: code)? ?[:{][^\n]{0,200}/gi,
];

export function forgedCalls(text: string): { start: number; end: number }[] {
  return CALLS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({ start: match.index, end: match.index + match[0].length })),
  );
}
