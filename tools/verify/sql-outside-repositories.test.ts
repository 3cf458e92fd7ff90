import { describe, expect, test } from 'vitest';
import { listProblems } from './shrinking-list.ts';
import { sqlOutsideRepositories } from './sql-outside-repositories.ts';

describe('SQL outside repositories', () => {
  const check = (source: string, file = 'src/domain/orders/close-order.server.ts') =>
    sqlOutsideRepositories(new Map([[file, source]]));

  test.each([
    "await db.selectFrom('orders').execute();",
    "trx\n  .updateTable('orders')",
    'await sql`select 1`.execute(trx);',
    'sql<{ id: string }>`select id`',
    'sql<{ id: string; at: Date }>`select id, at`',
  ])('is seen in %s', (source) => expect(check(source)).toHaveLength(1));

  test.each(["// db.selectFrom('orders')", 'const sqlText = `a`;', 'readSql`x`'])('is not seen in %s', (source) =>
    expect(check(source)).toEqual([]),
  );

  test('belongs in a repository, and elsewhere than in domain and apps nobody asks', () => {
    const source = "db.selectFrom('orders')";
    expect(check(source, 'src/domain/orders/order.repository.server.ts')).toEqual([]);
    expect(check(source, 'src/apps/api/routes/orders/orders.routes.server.ts')).toHaveLength(1);
    expect(check(source, 'src/server/product-metrics.server.ts')).toEqual([]);
  });
});

describe('a list that only shrinks', () => {
  const about = { file: 'list.json', what: 'speaks SQL' };

  test('refuses what is new, what is mended and a wrong length', () => {
    expect(listProblems(['a'], { atMost: 1, entries: ['a'] }, about)).toEqual([]);
    expect(listProblems(['a', 'b'], { atMost: 1, entries: ['a'] }, about)).toEqual(['b: speaks SQL']);
    expect(listProblems([], { atMost: 1, entries: ['a'] }, about)).toHaveLength(1);
    expect(listProblems(['a'], { atMost: 2, entries: ['a'] }, about)).toHaveLength(1);
  });
});
