import type { ExportCell, ExportLocale } from './export.types.ts';

/** UTF-8's mark: without it a spreadsheet reads accents wrongly. */
export const byteOrderMark = '\uFEFF';

/** Portuguese spreadsheets separate by semicolons, because the comma is theirs for decimals; others follow RFC 4180. */
const styles: Readonly<Record<ExportLocale, { readonly separator: string; readonly decimal: string }>> = {
  'pt-BR': { separator: ';', decimal: ',' },
  'es-PE': { separator: ',', decimal: '.' },
  en: { separator: ',', decimal: '.' },
};

/** A spreadsheet takes text that begins so for a formula, which could send the row's data somewhere. */
const formula = /^[=+\-@\t\r]/;

const formats = new Map<string, Intl.DateTimeFormat>();

/** `2026-11-27 14:03:09` in a zone. */
export function localTime(at: Date, timeZone: string): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/** Minor units as a decimal number: all markets have two places. */
export function decimalText(units: bigint, decimal: string): string {
  const digits = (units < 0n ? -units : units).toString().padStart(3, '0');
  return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}${decimal}${digits.slice(-2)}`;
}

/** Text that no spreadsheet reads as a formula. */
export function harmlessText(text: string): string {
  return formula.test(text) ? `'${text}` : text;
}

/** Rows as CSV, each with its line end (CRLF). */
export function csvText(rows: readonly (readonly ExportCell[])[], locale: ExportLocale): string {
  const { separator, decimal } = styles[locale];
  const cell = (value: ExportCell): string => {
    if (value === null) return '';
    if (typeof value === 'bigint') return value.toString();
    if (typeof value === 'string') return quoted(harmlessText(value), separator);
    return 'units' in value ? decimalText(value.units, decimal) : localTime(value.at, value.timeZone);
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join('');
}

function quoted(text: string, separator: string): string {
  const needs = text.includes(separator) || text.includes('"') || text.includes('\n') || text.includes('\r');
  return needs ? `"${text.replaceAll('"', '""')}"` : text;
}
