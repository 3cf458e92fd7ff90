import type { Brand } from '#src/branding/index.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import type { RailManifest } from '#src/domain/payments/index.ts';

/** Input of the check besides the brand. */
interface Known {
  /** The file to correct. */
  readonly file: string;
  readonly rails: readonly RailManifest[];
  /** Keys of all words. */
  readonly words: ReadonlySet<string>;
}

/** Payment suggestions after a decline: each reason has words, each method a gateway in the market. */
export function checkSuggestions(
  { suggestions }: Pick<Brand, 'suggestions'>,
  { file, rails, words }: Known,
  report: (problem: BrandProblem) => void,
): void {
  const isTaken = (method: string): boolean => rails.some(({ methods }) => methods.includes(method));
  const say = (key: string, message: string): void => report({ file, key, message });
  for (const [market, methods] of Object.entries(suggestions.order)) {
    for (const method of methods) if (!isTaken(method)) say(`order.${market}`, `no rail takes "${method}"`);
    if (new Set(methods).size < methods.length) say(`order.${market}`, 'names a method twice');
  }
  for (const [reason, ways] of Object.entries(suggestions.ways)) {
    if (!words.has(`declined.${reason}`)) say(`ways.${reason}`, `there are no words declined.${reason}`);
    for (const way of ways) {
      if ('method' in way && !isTaken(way.method)) say(`ways.${reason}`, `no rail takes "${way.method}"`);
    }
    const texts = ways.map((way) => JSON.stringify(way));
    if (new Set(texts).size < texts.length) say(`ways.${reason}`, 'names a way out twice');
  }
}
