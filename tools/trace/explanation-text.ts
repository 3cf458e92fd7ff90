import type { Explanation, ExplanationValue } from '#src/domain/documents/timeline/index.ts';
import words from '#src/apps/console/browser/screens/sale/explanation.copy.json' with { type: 'json' };

const english: Readonly<Record<string, string | undefined>> = words.en;

function valueText(value: ExplanationValue | undefined): string {
  switch (value?.kind) {
    case 'money':
      return `${value.currency} ${(Number(value.amount) / 100).toFixed(2)}`;
    case 'time':
      return value.at.replace(/\.\d+Z$/, 'Z');
    case 'day':
      return value.day;
    case 'count':
      return String(value.count);
    case 'method':
      return value.method;
    case 'decline':
    case 'refusal':
      return value.code;
    case 'text':
      return value.text;
    case undefined:
      return '';
  }
}

/** The English sentence of an explanation, times in UTC, and the rule that made it. */
export function explanationText({ rule, values, cure }: Explanation): string {
  const text = (english[`sale.rule.${rule}`] ?? rule).replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    valueText(values[name]),
  );
  return `${text} (${rule}${cure === null ? '' : `, cure: ${cure}`})`;
}
