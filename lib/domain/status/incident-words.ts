/** What announces that nothing is wrong now: something over, planned, deprecated, reviewed or new. */
const OVER =
  /\b(?:resolved|recovered|restored|mitigated|remediated|fixed|solved|repaired|completed?|concluded|finished|ended|cleared|stabili[sz]ed|normali[sz]ed|rolled back|all (?:clear|good)|no longer|(?:incident|issue|case|outage) (?:is |was |has been |now )?closed|cancel?led|false (?:alarm|positive)|is over|are over|now over|(?:is|are|was|were|been|now|fully|back) (?:back )?(?:online|operational|healthy|stable|normal)|(?<!(?:rate|rates|latency|latencies|errors) )(?:is|are) (?:back )?up(?: again| and running)?\W*$|(?:fully|again|now) available|available again|back (?:to normal|up|online|in service)|operating (?:as expected|normally)|operat(?:es|ing) normally|returned to normal|working (?:again|normally)|functioning normally|within normal)\b/i;
const PLANNED =
  /\b(?:scheduled|planned|upcoming|maintenance|maintenances|upgrade|upgrades|migration|migrations|reboot of|rollout|will (?:be|undergo|perform|take place|begin|start|occur|upgrade|migrate|move|have|see|experience)|going to (?:be|upgrade|migrate)|we plan|plan to|tomorrow|next (?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|reminder|heads[- ]up|advance notice|change notice|notice of|(?:from|between) \d{1,2}(?::\d\d)? ?(?:am|pm|utc|gmt|[cp]e?[sd]?t)? ?(?:to|and|until|-|–) ?\d{1,2})\b/i;
const ENDED_PRODUCT =
  /\b(?:deprecat\w*|sunset\w*|retir(?:e|es|ed|ing|ement)|end[- ]of[- ](?:life|support|sale|service)|eol|discontinu\w*|decommission\w*|shut(?:ting)? ?down of|phase[ds]? out|phasing out|removal of|(?:being|be|are|is|was|were) removed|shut ?down|shutting down|turn(?:ed|ing)? off|legacy)\b/i;
const REVIEWED =
  /\b(?:post-?mortem|post[- ]incident|reason for outage|rfo|retrospective|root[- ]cause|rca|incident (?:report|review|summary|analysis)|after[- ]action|review of|report (?:on|about|for)|summary of|recap|lessons|timeline of|yesterday(?:'s|’s)?|last (?:night|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|credits? for|compensation)\b/i;
const NEWS =
  /\b(?:announc\w*|introduc\w*|launched|launching (?:a|an|our|the|new)|released?|now (?:supports?|available|live|generally)|new (?:feature|features|model|models|region|regions|version|endpoint|dashboard|status page|pricing)\b(?!.*\b(?:fail\w*|error\w*|slow\w*|unavailab\w+|down|time-?outs?|degrad\w+))|changelog|price (?:change|drop|cut)|rate limits? (?:increase|raised)|welcome to|subscribe to|test(?: post| incident| message)?$|this is a test|(?:fire|incident|disaster) drill)\b/i;

const ENDED =
  "(?:resolved|recovered|restored|mitigated|remediated|fixed|completed?|operational|available|online|up|stable|healthy|normal|operating normally|working normally|functioning normally)";
const ADVERBS = "(?: (?:yet|fully|been|completely|be|back|now|currently|again))*";

/** Words of an end that is denied, hoped for or partial. Examples: `not yet resolved`, `until the region is restored`. */
const NOT_YET = new RegExp(
  [
    `\\b(?:not|never|isn['’]t|hasn['’]t|haven['’]t|yet to be|unable to|fail(?:s|ed|ing)? to|(?:slow|slower|longer|trouble) (?:to|in)|cannot|can['’]t|to be|to get(?: \\S+){0,3}|get(?: this| it)?|being|will be|should be|expect(?:ed)?(?: \\S+){0,3} to be)${ADVERBS} ${ENDED}\\b`,
    `\\b(?:until|once|when|before|some|partially|partly|not all)(?: [\\w'’-]+){0,4}?${ADVERBS} ${ENDED}\\b`,
  ].join("|"),
  "gi",
);

/** An upgrade that caused trouble is no plan: `errors after the upgrade`. */
const CAUSED =
  /\b(?:after|following|due to|caused by|because of)(?: [\w-]+){0,4}? (?:maintenance|upgrades?|migrations?|rollout|release|deployment)\b/gi;

/** Trouble, in the words of incident titles and reports. */
const TROUBLE =
  /\b(?:outages?|down|downtime|unavailab\w+|inaccessible|unreachable|offline|degrad\w+|impair\w+|errors?|fail(?:s|ed|ing|ure|ures)?|faults?|elevated|increased|high(?:er)? (?:error|latency|response)|slow\w*|latenc\w+|delay\w*|time-?outs?|timing out|disrupt\w+|interrupt\w+|incidents?|issues?|problems?|trouble|unable|cannot|can't|can’t|not (?:working|responding|loading|available|reachable|starting)|stuck|crash\w*|intermittent\w*|packet loss|drop(?:s|ped|ping)?|5xx|50[0-9]|investigat\w+|partial(?:ly)?|capacity|throttl\w+|brownout|missing|broken|hang(?:s|ing)?|lag(?:s|ging)?|backlog|queue[sd]?|congest\w+|connectivity)\b/i;

const withoutDenied = (text: string): string => text.replace(NOT_YET, " ").replace(CAUSED, " ");

export const saysOver = (text: string): boolean => OVER.test(withoutDenied(text));

/** Whether a text is about what is over, planned, deprecated, reviewed or new, not about trouble now. */
export const isNoTroubleNow = (text: string): boolean =>
  [OVER, PLANNED, ENDED_PRODUCT, REVIEWED, NEWS].some((pattern) => pattern.test(withoutDenied(text)));

/** Whether an entry without marks tells of trouble now, by its title and its newest words. */
export const tellsTrouble = (title: string, newest: string): boolean =>
  TROUBLE.test(`${title} ${newest}`) && !isNoTroubleNow(title) && !saysOver(newest) && !isPlannedOrReviewed(newest);

/**
 * A text may name the plan that its title leaves open: `On Friday we will upgrade …`. `will be` in it
 * may also be a promise of news.
 */
function isPlannedOrReviewed(text: string): boolean {
  const first = withoutDenied(text)
    .slice(0, FIRST_WORDS)
    .replace(/\bwill (?:be|have) (?:posted|provided|shared|updated|given|more)\b|\bwe will (?:post|provide|share|update|keep)\b/gi, " ");
  return [PLANNED, ENDED_PRODUCT, REVIEWED].some((pattern) => pattern.test(first));
}

const FIRST_WORDS = 280;
