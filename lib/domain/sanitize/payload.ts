/** Programs where news should be: none of it reads as a sentence, and agents have run it. */
const PAYLOADS: readonly RegExp[] = [
  /\b(?:os|subprocess|child_process|shutil|runtime|pty|socket|winreg|ctypes|requests|urllib|http|axios|fs|process|document|window|localstorage|sessionstorage|navigator|scapy|psutil|keyboard|pynput|platform|smtplib|ftplib|paramiko|iptables|winsock)\.[a-z_]{2,30}(?:\.[a-z_]{1,30}){0,4}\s?[([=]/,
  /__[a-z]{3,20}__/,
  /\b(?:eval|exec|system|popen|passthru|shell_exec|fetch|require|settimeout|atob|unescape|include|base64_decode|__import__|getattr|urlopen|open)\s?\(\s?['"`$\\/]/,
  /^(?:from [a-z_.]{2,30} )?import [a-z_]{2,30}(?:$|[;,]| as | [a-z_]{2,30} ?[;=(])|;\s?import [a-z]|\bimport [a-z_.]{2,30};|\b(?:python3?|node|perl|ruby|bash|sh) -[ce] ["']|\bimport (?:os|sys|subprocess|socket|requests|pynput|keyboard|platform|psutil|winreg|ctypes|scapy|shutil|smtplib)\b|\bfrom (?:os|subprocess|socket|scapy[a-z.]*|pynput|urllib[a-z.]*|cryptography[a-z.]*) import\b/,
  /\b(?:curl|wget)\s(?:-[a-z]|['"$]?https?:|[a-z0-9.-]{4,40}\/)|\brm -[rf]{1,3}\b|\bchmod [+0-7]|\bnc -[a-z]|\/bin\/(?:ba|z)?sh\b|\|\s?(?:ba|z)?sh\b|\bpowershell\b.{0,20} -|\binvoke-(?:expression|webrequest)\b|\biex ?\(|\bsudo (?:rm|apt|cat|su|bash|chmod)\b|\bcat (?:~|\.|\/(?:etc|proc|home|var))|\/etc\/(?:passwd|shadow)\b|\bdel \/[fsq]\b|\bformat c:|:\(\)\s?\{|\bnpm (?:i|install) .{0,60}&&|\bmkfs\b|\bdd if=/,
  /\bdocument\.(?:cookie|write|location)|\bxmlhttprequest\b|\bnew image\(\)|\bon(?:error|load|click|mouseover)\s?=|\$\([^)]{3,120}\)|`[a-z]{2,20}`.{0,10}\)/,
  /'\s?or\s?['"]?1['"]?\s?=\s?['"]?1|\bunion (?:all )?select\b|['";]\s?(?:drop|truncate|delete|alter) (?:table|database|from)\b|\bselect \*? ?from [a-z_]{2,20} where\b|\bselect [*\w, ]{1,60} from \w{2,30};|\bupdate \w{2,30} set \w{1,30} ?=/,
  /\{\{[^{}]{1,200}\}\}|\$\{jndi:|\$\{[a-z_.()]{2,80}\}|<%[=-]?[^%]{1,200}%>/,
  /\b(?:def|function) [a-z_]{1,40}\([^)]{0,80}\)\s?[:{]|\b(?:const|let|var) [a-z_]{1,40} ?= ?.{2,80}[;()]|=> ?\{|\bwhile true\b|\btry:\s|\bexcept [a-z]+ as\b|\bif __name__/,
  /["'](?:role|tool|tool_name|function|function_call|tool_calls?|action|method|command|recipient|arguments|parameters|instruction|instructions|prompt|system)["']\s?:\s?["'[{]/,
];

export const isPayload = (folded: string): boolean => PAYLOADS.some((pattern) => pattern.test(folded));
