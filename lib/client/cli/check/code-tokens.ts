export interface CodeToken {
  kind: "word" | "text" | "mark";
  /** What a text has between its quotes. */
  value: string;
  line: number;
  column: number;
}

/** How a language writes comments and texts. */
export interface CodeLanguage {
  lineComment: "#" | "//";
  hasTripleQuotes: boolean;
  hasBackticks: boolean;
}

const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const TRIPLE = /("""|''')[\s\S]*?(?:\1|$)/y;
const QUOTED = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/y;
const TEMPLATE = /`((?:[^`\\]|\\[\s\S])*)(?:`|$)/y;
const PATTERN = /\/(?![/*])(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y;
/** After these a slash begins a regular expression, and no division. */
const BEFORE_PATTERN = /^[(,=:[!&|?{};+>]$|^return$/;

/** Splits source code into words, texts and marks, without its comments. */
export class CodeReader {
  private at = 0;
  private line = 1;
  private lineStart = 0;
  private readonly tokens: CodeToken[] = [];

  constructor(
    private readonly source: string,
    private readonly language: CodeLanguage,
  ) {}

  read(): CodeToken[] {
    while (this.at < this.source.length) this.readOne();
    return this.tokens;
  }

  private readOne(): void {
    if (this.skipComment() || this.readText() || this.readWord()) return;
    const mark = this.source.charAt(this.at);
    if (mark === "/" && this.language.hasBackticks && BEFORE_PATTERN.test(this.tokens.at(-1)?.value ?? "(") && this.take(PATTERN)) return;
    if (!/\s/.test(mark)) this.add("mark", mark, this.at);
    this.pass(1);
  }

  private skipComment(): boolean {
    const { lineComment } = this.language;
    if (this.source.startsWith(lineComment, this.at)) {
      const end = this.source.indexOf("\n", this.at);
      this.pass((end === -1 ? this.source.length : end) - this.at);
      return true;
    }
    return lineComment === "//" && this.take(BLOCK_COMMENT) !== null;
  }

  private readText(): boolean {
    const { hasTripleQuotes, hasBackticks } = this.language;
    if (hasTripleQuotes && this.take(TRIPLE)) return true;
    const start = this.at;
    const place = { line: this.line, lineStart: this.lineStart };
    const found = this.take(QUOTED) ?? (hasBackticks ? this.take(TEMPLATE) : null);
    if (!found) return false;
    const value = found[1] ?? found[2] ?? "";
    this.tokens.push({ kind: "text", value, line: place.line, column: start - place.lineStart + 2 });
    return true;
  }

  private readWord(): boolean {
    const start = this.at;
    const found = this.take(WORD);
    if (found) this.add("word", found[0], start);
    return found !== null;
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (found) this.pass(found[0].length);
    return found;
  }

  private add(kind: CodeToken["kind"], value: string, start: number): void {
    this.tokens.push({ kind, value, line: this.line, column: start - this.lineStart + 1 });
  }

  private pass(length: number): void {
    for (const end = this.at + length; this.at < end; this.at++) {
      if (this.source.charCodeAt(this.at) !== 10) continue;
      this.line++;
      this.lineStart = this.at + 1;
    }
  }
}
