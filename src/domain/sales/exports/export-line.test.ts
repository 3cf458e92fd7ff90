import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database/database.server.ts';
import { columnsOf, type ExportColumn, headLine, lineOf, readSlice } from './export-line.repository.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

type Style = Parameters<typeof lineOf>[1];
const csv: Style = { format: 'csv', locale: 'pt-BR' };
const xlsx: Style = { format: 'xlsx', locale: 'pt-BR' };

async function written(columns: readonly ExportColumn[], style: Style): Promise<string> {
  const page = sql`select ${lineOf(columns, style)} as line, 1 as at, 1 as n`;
  return (await readSlice(database.db, page, { size: 1, direction: 'asc' })).text;
}

const text = (value: string | null): RawBuilder<unknown> => sql`${value}::text`;
const units = (value: bigint): RawBuilder<unknown> => sql`${value}::bigint`;
const row: readonly ExportColumn[] = [
  ...columnsOf('text', text('Ana; "a boa", ltda')),
  ...columnsOf('number', units(123n)),
  ...columnsOf('text', text(null), text('')),
  ...columnsOf('amount', units(-114_000n)),
  { kind: 'time', value: sql`'2026-11-27T17:03:09.999Z'::timestamptz`, zone: sql`'America/Sao_Paulo'` },
];

describe('a line of CSV', () => {
  test('has semicolons and decimal commas in Portuguese', async () => {
    expect(await written(row, csv)).toBe('"Ana; ""a boa"", ltda";123;;;-1140,00;2026-11-27 14:03:09\r\n');
  });

  test('follows RFC 4180 elsewhere', async () => {
    const columns = [...row, ...columnsOf('text', text('a\nb'))];
    expect(await written(columns, { format: 'csv', locale: 'en' })).toBe(
      '"Ana; ""a boa"", ltda",123,,,-1140.00,2026-11-27 14:03:09,"a\nb"\r\n',
    );
  });

  test('of heads begins with the mark of UTF-8', async () => {
    expect(await headLine(database.db, ['Número', 'Situação'], csv)).toBe('\uFEFFNúmero;Situação\r\n');
  });

  test('writes an amount below one unit with its zeros', async () => {
    const columns = columnsOf('amount', ...[0n, 5n, -5n, 99n, 100n].map(units));
    expect(await written(columns, csv)).toBe('0,00;0,05;-0,05;0,99;1,00\r\n');
  });
});

describe.each(['=HYPERLINK("http://evil.example")', '+1', '-1', '@SUM(A1)', '\tx', '\rx'])('the text %j', (value) => {
  test.each([csv, xlsx])('is no formula in %j', async (style) => {
    const line = (await written(columnsOf('text', text(value)), style)).replaceAll('"', '');
    expect(line).toMatch(/^('|<row><c t=inlineStr><is><t xml:space=preserve>')/);
  });
});

describe('a row of a sheet', () => {
  test('has numbers as numbers, and no cell for nothing', async () => {
    expect(await written(row, xlsx)).toBe(
      '<row><c t="inlineStr"><is><t>Ana; "a boa", ltda</t></is></c><c><v>123</v></c><c/><c/><c><v>-1140.00</v></c>' +
        '<c t="inlineStr"><is><t>2026-11-27 14:03:09</t></is></c></row>',
    );
  });

  test('escapes what is markup, and leaves out what XML cannot hold', async () => {
    expect(await written(columnsOf('text', text(' <b>&\r\u0001\u000B\uFFFEé😀 ')), xlsx)).toBe(
      '<row><c t="inlineStr"><is><t xml:space="preserve"> &lt;b&gt;&amp;&#13;é😀 </t></is></c></row>',
    );
  });

  test('of heads is bold', async () => {
    expect(await headLine(database.db, ['Total'], xlsx)).toBe(
      '<row><c s="1" t="inlineStr"><is><t>Total</t></is></c></row>',
    );
  });
});

describe('a slice', () => {
  test('is in order, and its place has the microseconds of the last row', async () => {
    const page = sql`select 'line ' || n as line, '2026-11-27T00:00:00Z'::timestamptz + n * interval '1 microsecond' as at, n
      from generate_series(1, 3) n order by at desc`;
    const slice = await readSlice(database.db, page, { size: 3, direction: 'desc' });
    expect(slice).toMatchObject({ text: 'line 3line 2line 1', rows: 3 });
    const [at = '', n] = (slice.next ?? '').split('|');
    expect([at.includes('00:00:00.000001'), n]).toEqual([true, '1']);
  });

  test('with fewer rows than asked for is the last', async () => {
    const page = sql`select '' as line, now() as at, 1 as n where false`;
    expect(await readSlice(database.db, page, { size: 3, direction: 'asc' })).toEqual({
      text: '',
      rows: 0,
      next: null,
    });
  });
});
