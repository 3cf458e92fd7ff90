import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { ExportFormat, ExportLocale, ExportSlice } from './export.types.ts';

/**
 * A column of a list, as the database has it. Amounts are minor units (all markets have two places), whose currency is a
 * column of its own; times are written in the row's own zone.
 */
export type ExportColumn =
  | { readonly kind: 'text' | 'number' | 'amount'; readonly value: RawBuilder<unknown> }
  | { readonly kind: 'time'; readonly value: RawBuilder<unknown>; readonly zone: RawBuilder<unknown> };

/** Columns that are written as one kind. */
export const columnsOf = (
  kind: 'text' | 'number' | 'amount',
  ...values: readonly RawBuilder<unknown>[]
): readonly ExportColumn[] => values.map((value) => ({ kind, value }));

/** Portuguese spreadsheets separate by semicolons, because the comma is theirs for decimals; others follow RFC 4180. */
const csvStyles: Readonly<Record<ExportLocale, { readonly separator: string; readonly decimal: string }>> = {
  'pt-BR': { separator: ';', decimal: ',' },
  'es-PE': { separator: ',', decimal: '.' },
  en: { separator: ',', decimal: '.' },
};

/**
 * A row of a file as text: a line of CSV with its line end (CRLF), or a `<row>` of a sheet. The database writes it: a million
 * rows of values would be garbage of Node's before they are text.
 */
export function lineOf(
  columns: readonly ExportColumn[],
  { format, locale }: { readonly format: ExportFormat; readonly locale: ExportLocale },
): RawBuilder<string> {
  if (format === 'xlsx') return sql`concat('<row>', ${sql.join(columns.map(sheetCell))}, '</row>')`;
  const { separator, decimal } = csvStyles[locale];
  const cells = columns.map((column) => {
    const cell = column.kind === 'text' ? csvText(column.value, separator) : plainCell(column, decimal);
    return sql`coalesce(${cell}, '')`;
  });
  return sql`concat_ws(${sql.lit(separator)}, ${sql.join(cells)}) || ${sql.lit('\r\n')}`;
}

/** The heads, as the first line of a file. */
export async function headLine(
  db: Db,
  heads: readonly string[],
  style: { readonly format: ExportFormat; readonly locale: ExportLocale },
): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select ${lineOf(columnsOf('text', ...heads.map((head) => sql`${head}::text`)), style)} as line`.execute(db);
  const line = rows.map((row) => row.line).join('');
  // Without UTF-8's mark a spreadsheet reads accents wrongly.
  return style.format === 'csv' ? `\uFEFF${line}` : line.replaceAll('<c ', '<c s="1" ');
}

/** Beginnings that a spreadsheet takes for a formula, which could send the row's data somewhere. */
const formula = '^[=+@\t\r-]';

// Most text needs nothing: one look decides that, because a file has twenty million cells.
function csvText(value: RawBuilder<unknown>, separator: string): RawBuilder<unknown> {
  const special = `[${separator}"\n\r]`;
  return sql`case when ${value} ~ ${sql.lit(`${special}|${formula}`)} then
      case when ${value} ~ ${sql.lit(special)} then '"' || replace(${harmless(value)}, '"', '""') || '"'
        else ${harmless(value)} end
    else ${value} end`;
}

function harmless(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${value} ~ ${sql.lit(formula)} then '''' || ${value} else ${value} end`;
}

/** What XML 1.0 cannot hold. */
const unwritable = '\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff';

function sheetText(value: RawBuilder<unknown>): RawBuilder<unknown> {
  const special = sql.lit(`[&<>\r${unwritable}]|${formula}|^\\s|\\s$`);
  const escaped = sql`replace(replace(replace(${harmless(value)}, '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`;
  const written = sql`regexp_replace(replace(${escaped}, ${sql.lit('\r')}, '&#13;'), ${sql.lit(`[${unwritable}]`)}, '', 'g')`;
  return sql`case when ${value} ~ ${special}
    then '<c t="inlineStr"><is><t xml:space="preserve">' || ${written} || '</t></is></c>'
    else '<c t="inlineStr"><is><t>' || nullif(${value}, '') || '</t></is></c>' end`;
}

/** A cell of a sheet; an amount is a number, a time is text, because a sheet knows no zone. */
function sheetCell(column: ExportColumn): RawBuilder<unknown> {
  if (column.kind === 'text') return sql`coalesce(${sheetText(column.value)}, '<c/>')`;
  if (column.kind === 'time')
    return sql`coalesce('<c t="inlineStr"><is><t>' || ${plainCell(column, '.')} || '</t></is></c>', '<c/>')`;
  return sql`coalesce('<c><v>' || ${plainCell(column, '.')} || '</v></c>', '<c/>')`;
}

function plainCell(column: ExportColumn, decimal: string): RawBuilder<unknown> {
  const { kind, value } = column;
  if (kind === 'time') return sql`to_char(${value} at time zone ${column.zone}, 'YYYY-MM-DD HH24:MI:SS')`;
  if (kind === 'amount') return sql`replace((${value} * 0.01)::text, '.', ${sql.lit(decimal)})`;
  return sql`${value}::text`;
}

/**
 * A slice of a file as one text. `page`: rows `line`, `at`, `n` of a list, at most `size`, ordered by `at` and `n` as
 * `direction` says; they are the place of the last row, with its microseconds, which a `Date` would round.
 */
export async function readSlice(
  db: Db,
  page: RawBuilder<unknown>,
  { size, direction }: { readonly size: number; readonly direction: 'asc' | 'desc' },
): Promise<ExportSlice> {
  const inOrder = sql`order by at ${sql.raw(direction)}, n ${sql.raw(direction)}`;
  const { rows } = await sql<{ text: string; rows: number; place: string | null }>`
    select coalesce(string_agg(line, '' ${inOrder}), '') as text, count(*)::integer as rows,
      (array_agg(at ${inOrder}))[count(*)]::text || '|' || (array_agg(n ${inOrder}))[count(*)] as place
    from (${page}) page`.execute(db);
  const { text = '', rows: count = 0, place = null } = rows[0] ?? {};
  return { text, rows: count, next: count < size ? null : place };
}
