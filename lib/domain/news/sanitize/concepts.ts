/**
 * Words by their part in a sentence spoken to a machine. A final `*` stands for any ending. They are
 * only features: what each is worth, and in which company, was learned from labelled texts.
 */
const WORDS = {
  machine: `ai ais llm llms gpt chatgpt claude gemini copilot grok model models bot bots chatbot chatbots assistant assistants agent agents summarizer summarizers summariser
    summarisers crawler crawlers parser classifier reviewer reviewers orchestrator robot robots machine machines planner indexer
    assistent* asistente* asistan* ассистент* помощник* нейросет* ии ki-assistent* sprachmodell* modèle* modelo* modello modell yapay 助手 人工智能 语言模型 アシスタント 비서 인공지능 مساعد* الذكاء सहायक एआई`,
  guidance: `instruction instructions prompt prompts directive directives rule rules guideline guidelines guidance guardrail guardrails policy policies order orders command commands programming
    constraint constraints restriction restrictions configuration setup limit limits limitation limitations filter filters safety moderation disclaimer disclaimers task preamble brief
    consigne* instruc* instrukt* istruzion* regle* anweisung* vorgabe* richtlinie* regel* befehl* aufgabe* regla* orden* regra* regole compito tarea* tarefa* opdracht* instrukcj* polecen* zasad* инструкц* правил* указан* команд* промпт* talimat* kural* 指令 指示 规则 規則 提示词 系统提示 ルール プロンプト 지시 지침 규칙 명령 프롬프트 تعليمات التعليمات قواعد* القواعد أوامر निर्देश* नियम* प्रॉम्प्ट`,
  earlier: `previous prior earlier above preceding foregoing original initial former old existing precede* bisherig* vorherig* anterior* previ* precedent* предыдущ* прежн* önceki onceki vorige poprzedn* 之前 以上 先前 これまで 以前 이전 السابقة पिछले`,
  drop: `ignore disregard forget override overrule bypass drop discard dismiss neglect abandon erase cancel suspend void revoke withdraw withdrawn disobey violate skip lift lifted disable deactivate suspended
    ignor* oubli* vergiss vergesst vergiß vergeet negeer* missacht* olvid* esque* dimentic* игнорир* забудь* unut* görmezden zignoruj* zapomnij 忽略 忘记 无视 無視 忘れ 잊고 잊어 무시 تجاهل انس अनदेखा`,
  tell: `reveal show print output display repeat tell give share leak expose disclose recite echo reproduce quote paste list state summarize summarise translate describe dump divulge write say spell name include mention
    montre* affiche* revel* zeig* wiederhol* gib muestr* mostr* rivel* scrivi escrib* escrev* diga покажи* раскрой* напиши* выведи* goster* göster* toon pokaz* podaj 输出 显示 告诉 写 表示して 教えて 출력 알려 보여 공개 اعرض أظهر اكشف اكتب दिखाओ बताओ लिखो`,
  answer: `answer answers reply replies respond response responses output outputs summary summaries digest conversation chat session verdict
    repon* antwort* respond* rispond* ответ* отвеч* cevap* antwoord* odpowied* 回答 回复 对话 会話 答えて 回答して 대답 답하 대화 أجب रد उत्तर जवाब`,
  secret: `secret secrets hidden internal confidential private password passwords credential credentials key keys token tokens cookie cookies passcode context memory inbox mailbox
    mot-de-passe passw* kennwort geheim* contrasen* senha* segredo* parola segret* парол* секрет* sifre* şifre* wachtwoord haslo hasło* 密码 秘密 パスワード 비밀번호 비밀 المرور السر पासवर्ड गुप्त`,
  send: `send forward email mail post upload transmit submit fetch visit open click call invoke execute run load transfer pay buy delete wipe export append attach encode download install approve order
    envoi* envoy* schick* sende* envi* invia* отправ* gonder* gönder* stuur* wyslij wyślij clique* klick* 发送 送信 보내 أرسل भेजो`,
  person: `user users user's owner customer customers visitor visitors reader readers human operator operator's developer developers admin administrator creator creators author
    utilisateur* nutzer* benutzer* usuari* utente utenti пользовател* читател* kullanici* kullanıcı* gebruiker* uzytkownik* użytkownik* lecteur* leser* lector* lettore 用户 读者 ユーザー 사용자 المستخدم उपयोगकर्ता`,
  become: `act pretend roleplay simulate imagine become impersonate persona character role unrestricted uncensored unfiltered jailbroken dan disguise play
    agis joue du tu eres sei ты du jetzt desormais ahora agora теперь artik artık teraz 你现在 扮演 从现在 今から 지금부터 너는 الآن अब`,
  allowed: `permission permitted authorised authorized authorise authorize verified trusted official approved granted consented mandatory required emergency urgent attention notice important alert priority certified`,
  always: `always never must shall only now henceforth immediately once every whenever instead until`,
  you: `you your yours yourself`,
  me: `me my mine i`,
} as const;

export type Concept = keyof typeof WORDS;

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const whole = new Map<string, Concept>();
/** Beginnings of words, by their first three letters. */
const beginnings = new Map<string, [beginning: string, concept: Concept][]>();
const runs = new Map<string, Concept>();

for (const concept of Object.keys(WORDS) as Concept[]) {
  for (const word of WORDS[concept].split(/\s+/)) {
    if (UNSPACED.test(word)) runs.set(word, concept);
    else if (word.endsWith("*")) {
      const [start, beginning] = [word.slice(0, 3), word.slice(0, -1)];
      beginnings.set(start, [...(beginnings.get(start) ?? []), [beginning, concept]]);
    } else if (!whole.has(word)) whole.set(word, concept);
  }
}

export const conceptOf = (word: string): Concept | undefined =>
  whole.get(word) ?? runs.get(word) ?? beginnings.get(word.slice(0, 3))?.find(([beginning]) => word.startsWith(beginning))?.[1];

/** Scripts without spaces: known words stand apart, so that each is a word of its own. */
const RUNS = new RegExp(`(${[...runs.keys()].toSorted((one, other) => other.length - one.length).join("|")})`, "gu");
export const spaceRuns = (folded: string): string => (UNSPACED.test(folded) ? folded.replace(RUNS, " $1 ") : folded);
