import { getDefaults, Lexer, Tokenizer, type Token, type Tokens, type TokensList } from 'marked';

// The lexer takes quadratic time for some texts, and minutes for one of 64 KiB.
const maxLength = 65_536;
const maxParagraph = 8_192;
const maxCells = 4_000;
const maxDepth = 20;
const budgetMs = 500;

/** The tokens of a Markdown text; undefined if it must be shown as it is. */
export function tokensOf(text: string): readonly Token[] | undefined {
  return tokenize(text, (lexer) => lexer.lex(text));
}

/** The tokens of one line, which has no lists, headings or other blocks. */
export function inlineTokensOf(text: string): readonly Token[] | undefined {
  return tokenize(text, (lexer) => lexer.inlineTokens(text));
}

function tokenize(
  text: string,
  run: (lexer: BoundedLexer) => readonly Token[],
): readonly Token[] | undefined {
  if (text.length > maxLength) return undefined;
  try {
    return run(new BoundedLexer(performance.now() + budgetMs));
  } catch {
    return undefined;
  }
}

/** A lexer that does not nest deeply. Its tokenizer throws when the time is over. */
class BoundedLexer extends Lexer {
  #depth = 0;

  constructor(deadline: number) {
    super({ ...getDefaults(), tokenizer: new BoundedTokenizer(deadline) });
  }

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    return this.#nest(src, tokens, () => super.blockTokens(src, tokens, isClipped));
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    if (src.length > maxParagraph) return plain(src, tokens);
    return this.#nest(src, tokens, () => super.inlineTokens(src, tokens));
  }

  #nest(src: string, tokens: Token[], run: () => Token[]): Token[] {
    if (this.#depth >= maxDepth) return plain(src, tokens);
    this.#depth += 1;
    const result = run();
    this.#depth -= 1;
    return result;
  }
}

function plain(src: string, tokens: Token[]): Token[] {
  tokens.push({ type: 'text', raw: src, text: src });
  return tokens;
}

class BoundedTokenizer extends Tokenizer {
  readonly #deadline: number;

  constructor(deadline: number) {
    super();
    this.#deadline = deadline;
  }

  /** The first rule that is tried for each block. */
  override space(src: string): Tokens.Space | undefined {
    this.#checkTime();
    return super.space(src);
  }

  /** The first rule that is tried for each part of a line. */
  override escape(src: string): Tokens.Escape | undefined {
    this.#checkTime();
    return super.escape(src);
  }

  /** Rows are filled up to the columns of the header, so short ones make many cells. */
  override table(src: string): Tokens.Table | undefined {
    const [block = ''] = src.split('\n\n', 1);
    const [header = ''] = block.split('\n', 1);
    const cells = header.split('|').length * block.split('\n').length;
    return cells > maxCells ? undefined : super.table(src);
  }

  #checkTime(): void {
    if (performance.now() > this.#deadline) throw new Error('The text takes too long.');
  }
}
