import { lineAt, withoutComments } from './source-text.ts';

const moneyWord = '[A-Za-z_]*(?:[Aa]mount|[Pp]rice|[Mm]oney|[Bb]alance|[Cc]ents|[Mm]inor)[A-Za-z_]*';

/** `Number(quote.amount)`, `parseInt(price)`: money that becomes a float, or is parsed outside `src/kernel/money`. */
const conversion = new RegExp(
  `\\b(?:Number|parseInt|Number\\.parseInt)\\(\\s*[\\w.?!\\[\\]'"]*\\b${moneyWord}\\b`,
  'g',
);
/** `amount * 0.1`, `price / 100`: arithmetic that only floats allow. */
const arithmetic = new RegExp(`\\b${moneyWord}\\s*(?:\\*\\s*\\d*\\.\\d|/\\s*100(?:\\.0+)?\\b(?!n))`, 'g');

/** Code outside `src/kernel/money` that converts money from bigint. */
export function moneyNumberProblems(sources: ReadonlyMap<string, string>): string[] {
  return [...sources]
    .filter(([file]) => !file.startsWith('src/kernel/money/'))
    .flatMap(([file, source]) => {
      const text = withoutComments(source);
      return [...text.matchAll(conversion), ...text.matchAll(arithmetic)].map(
        (hit) => `${file}:${lineAt(text, hit.index)} ${hit[0].trim()}…: money is bigint minor units; use kernel/money`,
      );
    });
}
