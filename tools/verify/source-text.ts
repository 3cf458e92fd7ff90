/**
 * TypeScript or CSS source with its comments blanked out (line breaks kept, so that line numbers still hold).
 * Strings and templates stay; a `//` inside a regular expression is taken for a comment, which may blank the rest of its line.
 */
export function withoutComments(source: string): string {
  const pieces = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;
  return source.replace(pieces, (piece) => (piece.startsWith('/') ? piece.replace(/[^\n]/g, ' ') : piece));
}

/** Line number (from 1) of a position in a text. */
export function lineAt(source: string, position: number): number {
  return source.slice(0, position).split('\n').length;
}
