/** Vocabulary of the rules; every repetition in a rule is bounded, so matching stays linear. */
export const DETERMINERS = "(?: (?:all|any|every|each|of|the|your|my|our|these|those|this|that|such|a|an|and|both|to)){0,6}";

export const EARLIER =
  "(?:previous|previously|prior|above|above-mentioned|preceding|earlier|past|former|foregoing|initial|original|existing|current|other|old|last|first|before|aforementioned|system|safety|ethical|moral|content|built[- ]in|default|hidden|given|developer|user|provided|internal|core|security|operating|standing|prompt|custom|stored|loaded)";

/** Beyond doubt aimed at a model's own instructions, whoever is said to ignore them. */
export const BEFORE = "(?:previous|previously|prior|above|above-mentioned|preceding|earlier|foregoing|aforementioned|initial|original|past|former)";

export const PLAIN_ORDERS = "(?:instructions?|prompts?|directions?|directives?|commands?|orders?|rules?|guidelines?|constraints|programming)";

export const ORDERS =
  "(?:instructions?|prompts?|directions?|directives?|commands?|orders?|rules?|guidelines?|guidance|constraints?|restrictions?|limitations?|polic(?:y|ies)|programming|training|context|messages?|conversations?|texts?|contents?|inputs?|outputs?|statements?|requests?|quer(?:y|ies)|questions?|tasks?|configurations?|settings|protocols?|guardrails?|safeguards?|filters?|history|words|sentences?|parameters|considerations|behaviou?rs?|principles|alignment|measures)";

export const STRICT_ORDERS = "(?:instructions?|prompts?|directives?|guidelines?|programming|guardrails?|safeguards?|system message|commands)";

export const DROP =
  "(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|ing)|bypass(?:ing)?|overlook|neglect|skip|discard|dismiss|drop|abandon|omit|erase|delete|clear|reset|void|cancel|nullify|supersede|replace|violate|circumvent|escape|unlearn|unfollow|set aside|put aside|throw (?:away|out)|pay no attention to|take no notice of|do not (?:follow|obey|comply with|adhere to|listen to|pay attention to|use|heed|consider|regard|mind)|(?:stop|cease|quit) (?:following|obeying|complying with|adhering to|using|listening to)|(?:is|are|be) no longer bound by)";

export const CORE_DROP =
  "(?:ignore|disregard|forget|override|bypass|unlearn|pay no attention to|do not (?:follow|obey|listen to|heed)|(?:stop|cease) (?:following|obeying))";

/** Where an imperative may stand: at the start of a clause, or after a word that leads one in. */
export const CLAUSE_START = "(?:^[^a-z]{0,12}|[:;,.!?\"()\\[\\]{}<>*#=|>~-] {0,2}|[\"'({\\[*#=]|\\b(?:please|kindly|just|simply|now|then|must|should|shall|finally|instead|immediately|first|next|also|you|so|but|or|ok|okay|important|urgent|attention|task is to|have to|need to|going to|want you to|like you to|sure you|sure to|software|comment|description|caption|author|note) )";

export const SENTENCE_START =
  "(?:^[^a-z]{0,12}(?:(?:please|kindly|now|then|so|and|just|simply|first|next|finally|also|instead|always|never|do not|you must|you should|you will|you shall|make sure to|make sure you|be sure to|remember to|ensure you|try to|i want you to|you are to|your task is to|could you|can you|would you|will you) ){0,3}|[:;>*] (?:please |now |then )?|\" ?)";

export const EXTRACT =
  "(?:show|reveal|print|output|display|repeat|tell|give|share|list|return|write|translate|summari[sz]e|dump|leak|expose|provide|recite|echo|paste|copy|encode|decode|describe|disclose|state|render|convert|spell|reproduce|rephrase|paraphrase|restate|quote|include|append|send|post|divulge|enumerate|transcribe|report|retrieve|complete|format|wrap|put|compress|emit|export|extract|insert|type|outline|explain|what (?:is|are|was|were)|see|say|present|relay|read out|read back|read me|get|hand over|surrender|access|compare|analy[sz]e|document|log|store|save|create|draw|sing|recall|remember|define|embed|encrypt|hide)";

export const REVEAL =
  "(?:show|reveal|print|output|display|repeat|tell|leak|expose|dump|recite|echo|disclose|divulge|give|return|reproduce|restate|what (?:is|are|was|were)|translate|summari[sz]e|paraphrase|enumerate|quote|spell|share|describe|list|state)";

export const ANSWER = "(?:responses?|answers?|reply|replies|completion)";

export const STEER =
  "(?:use|encrypt|encode|add|insert|include|incorporate|append|attach|begin|start|end|finish|conclude|close|open|write|translate|convert|reverse|format|provide|give|output|print|return|keep|make|limit|restrict|express|represent|replace|embed|mention|state|say|prefix|preface|prepend|precede|structure|present|generate|produce|respond|craft|compose|modify|change|ensure|put|place|promote|recommend|advertise|suggest|integrate|transform|shift|substitute|cipher|apply|hide|highlight|show|summari[sz]e|rewrite|phrase|introduce|feature|weave|mix|slip|sprinkle|tailor|adjust|link|direct|invite|encourage|spell|mask|scramble|obfuscate|base|employ|utili[sz]e|refer|cite|reference|indicate|claim|assert|offer|announce|inform|warn|ask|request|share|submit|supplement|enrich|personali[sz]e|customi[sz]e|simplify|shorten|expand|cover|wrap|enclose|surround|stop|avoid|censor|randomi[sz]e|swap|flip|mirror|turn|render|create|draft|deliver|offset|pepper|season|infuse|accompany|combine|bring)";

export const MACHINE = "(?:ais?|a\\.i\\.|llms?|artificial intelligence|language models?|large language models?|ai models?|ai assistants?|ai agents?|ai systems?|assistants?|chatbots?|chatgpt|gpt(?:-?[0-9o.]{1,4})?|claude|gemini|copilot|bots?|crawlers?|models?|summari[sz]ers?|agents?)";
