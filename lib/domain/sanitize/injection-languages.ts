/** "Ignore the previous instructions" in the languages that models follow best; accents are folded away, other scripts kept. */
export const FOREIGN_OVERRIDES: readonly RegExp[] = [
  // Spanish, Portuguese, Italian, Catalan
  /\b(?:ignor[ae]n?|ignorad|olvid[ae]n?|olvidate de|olvida te|descart[ae]n?|omit[ae]n?|desestim[ae]n?|desconsider[ae]m?|esquec[ae]m?|esqueca|dimentica(?:te)?|ignorate|tralascia(?:te)?|oblida|no sigas|nao siga)\b(?: \p{L}{1,14}){0,2} (?:las|los|todas|todos|as|os|le|gli|i|tutte|tutti|totes|les|el|lo|la|estas|esas|suas|tus|sus|tuas|tue|cualquier|qualsiasi|quaisquer)\b.{0,30}\b(?:instrucciones|ordenes|indicaciones|reglas|directrices|instrucoes|ordens|regras|comandos|istruzioni|ordini|regole|direttive|instruccions|prompts?|anterior(?:es)?|previas?|previos|precedenti)\b/u,
  /\b(?:ignor[ae]|olvida|esqueca|esquece|desconsidere|dimentica|oblida)\b (?:tudo|todo|tutto|tot) (?:o que|lo que|cio che|quello che|el que)\b/,
  // French
  /\b(?:ignore[sz]?|oublie[sz]?|neglige[sz]?|ne ten(?:ez|ds|s|ir) pas compte|ne sui[sv](?:ez)? pas|fai(?:s|tes) abstraction)\b(?: de)? (?:toutes?|tous|tout|les|des|ces|vos|tes|mes|cette|la|l')\b ?.{0,30}\b(?:instructions?|consignes?|ordres?|directives?|regles|precede(?:ntes?)?|ci-dessus)\b/,
  // German, Dutch
  /\b(?:ignorier(?:e|t|en)?|vergiss|vergesst|vergessen sie|missachte[nt]?|beachte nicht|negeer|vergeet|ga voorbij aan)\b.{0,40}\b(?:anweisung(?:en)?|befehle?|instruktion(?:en)?|vorgaben|regeln|instructies|opdrachten|regels|aanwijzingen|prompts?)\b/,
  // Swedish, Danish, Norwegian, Finnish
  /\b(?:ignorera|glom|ignorer|glem|bortse fran|se bort fra|unohda|jata huomiotta|ohita)\b.{0,40}\b(?:instruktion(?:er|erna)|instruksjon(?:er|ene)|instruktionerne|ohjeet|maaraykset|anvisningar)\b/,
  // Polish, Czech, Slovak, Croatian, Romanian, Hungarian
  /\b(?:zignoruj(?:te)?|ignoruj(?:te)?|zapomnij|zapomen(?:te)?|pomin|zanemari|zaboravi|ignora(?:ti)?|uita(?:ti)?|hagyd figyelmen kivul|felejtsd el)\b.{0,50}\b(?:instrukcj[ae]|polecenia|instrukce|pokyny|prikazy|instrukcije|upute|instructiunile|utasitas\w{0,6})\b/,
  // Turkish, Vietnamese, Indonesian, Swahili, Tagalog
  /\b(?:onceki|yukaridaki|tum)\b.{0,30}\b(?:talimat\w{0,8}|komut\w{0,8}|yonerge\w{0,8})\b.{0,20}\b(?:yok say|unut|gormezden gel|dikkate alma|gozardi)/,
  /\b(?:bo qua|phot lo|quen)\b.{0,30}(?:huong dan|chi dan|lenh|yeu cau)|\b(?:abaikan|lupakan)\b.{0,30}\b(?:instruksi|perintah|arahan)\b|\b(?:puuza|sahau)\b.{0,30}\bmaagizo\b|\b(?:huwag pansinin|balewalain|kalimutan)\b.{0,40}\b(?:tagubilin|utos|instruksyon)\b/,
  // Russian, Ukrainian, Bulgarian
  /(?:игнорируй|проигнорируй|забудь|отбрось|не следуй|не обращай внимания|ігноруй|проігноруй|забудьте|игнорирай|забрави).{0,50}(?:инструкц|указан|команд|правил|промпт|сообщен|інструкці|вказівк|наказ)/,
  // Greek, Arabic, Hebrew, Persian, Hindi, Thai
  /(?:αγνοησε|ξεχασε|αγνόησε|ξέχασε|αγνοήστε|ξεχάστε).{0,40}(?:οδηγι|οδηγί|εντολ)|(?:تجاهل|انس|تجاهلوا|نادیده بگیر|فراموش کن).{0,40}(?:التعليمات|الأوامر|تعليمات|الاوامر|دستور|دستورات)|(?:دستور|دستورات|دستورالعمل).{0,40}(?:نادیده بگیر|فراموش کن)|(?:התעלם|התעלמי|שכח).{0,30}(?:ההוראות|הוראות|הנחיות)/,
  /(?:निर्देश|आदेश|अनुदेश).{0,40}(?:अनदेखा|नज़रअंदाज|भूल|उपेक्षा)|(?:अनदेखा|नज़रअंदाज|भूल|उपेक्षा).{0,40}(?:निर्देश|आदेश)|(?:เพิกเฉย|ละเว้น|ไม่ต้องสนใจ|ลืม).{0,30}(?:คำสั่ง|คำแนะนำ)/,
  // Chinese, Japanese, Korean
  /(?:忽略|忽视|无视|忘记|忘掉|忘了|不要遵[守循]|不理会|抛弃|無視|忽視|忘記).{0,14}(?:指令|指示|提示|说明|命令|规则|內容|内容|要求|設定|设定|規則|對話|对话)/,
  /(?:指示|命令|プロンプト|指令|ルール|内容|インストラクション|制約).{0,10}(?:無視|忘れ|破棄|従わない)/,
  /(?:지시|명령|프롬프트|지침|규칙|내용|메시지).{0,10}(?:무시|잊|따르지)|(?:무시|잊어).{0,10}(?:지시|명령|지침)/,
];

/** "You are now", "show your system prompt". */
export const FOREIGN_CLAIMS: readonly RegExp[] = [
  /\b(?:a partir de ahora|de ahora en adelante|a partir de agora|d'ora in poi|desormais|a partir de maintenant|ab jetzt|von nun an|vanaf nu)\b,? .{0,20}\b(?:eres|actua\w{0,3}|responde\w{0,2}|voce e|tu e|seras|sei|agisci|rispondi|tu es|vous etes|agis|repond\w{0,3}|bist du|sind sie|antwort\w{0,4}|verhalt\w{0,3}|ben je|antwoord)\b/,
  /\b(?:muestra(?:me)?|revela(?:me)?|dime|mostre|revele|mostra(?:mi)?|montre(?:-moi|z)?|revele[sz]?|affiche[sz]?|zeig(?:e|en)?|verrate|gib|toon|onthul)\b.{0,50}\b(?:prompt (?:de |del |do )?(?:sistema|systeme)|instrucciones|instrucoes|istruzioni|system-?prompt|systemanweisung\w{0,3}|invite systeme|instructions|anweisungen|systeemprompt)\b/,
  /(?:теперь ты|отныне ты|с этого момента ты|ты теперь).{0,40}|(?:покажи|выведи|раскрой|повтори).{0,30}(?:системн\p{L}{0,4} (?:промпт|запрос|сообщен|инструкц)|свои инструкции)/u,
  /(?:从现在(?:开始|起)|從現在(?:開始|起)).{0,6}你|你现在是|你現在是|(?:显示|输出|告诉我|透露|打印|重复|顯示|輸出).{0,10}(?:系统提示|系統提示|提示词|初始指令)|(?:今から|これから)(?:あなた|君|お前)は|システムプロンプト.{0,8}(?:表示|出力|教え|見せ)|지금부터 (?:너|당신)|시스템 프롬프트.{0,10}(?:보여|출력|알려)/,
];
