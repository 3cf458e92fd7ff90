import { describe, expect, test } from 'vitest';
import { nameProblems } from './file-names.ts';
import { moneyNumberProblems } from './money-numbers.ts';
import { packageProblems } from './packages.ts';
import { railNameProblems } from './rail-names.ts';
import { longSheetProblems } from './text-checks.ts';

test('a style sheet over 250 lines is a problem', () => {
  const counts = new Map([
    ['src/ui/a.css', 251],
    ['src/ui/b.css', 250],
  ]);
  expect(longSheetProblems(counts)).toEqual(['src/ui/a.css has 251 lines (limit 250): split it by subject']);
});

describe('file names', () => {
  test.each([
    'src/kernel/money/money.ts',
    'src/domain/orders/order.repository.server.ts',
    'src/apps/checkout/registry.views.generated.tsx',
    'brands/_fallback/theme.dark.json',
    'brands/school/copy/pt-BR.json',
    'docs/decisions/0001-stack-by-measurement.md',
    'docs/README.md',
  ])('%s is fine', (file) => expect(nameProblems([file])).toEqual([]));

  test.each([
    'src/kernel/Money.ts',
    'src/kernel/formatMoney.ts',
    'src/kernel/date-utils.ts',
    'src/shared/date.ts',
    'src/domain/orders/order.helpers.ts',
    'src/Domain/order.ts',
    'brands/school/logo.ts',
  ])('%s is not', (file) => expect(nameProblems([file])).toHaveLength(1));
});

describe('rail names', () => {
  const names = [
    { id: 'card', aliases: ['credit-card', 'credit-card+credit-card'] },
    { id: 'pix', aliases: ['pix'] },
    { id: 'bank-slip', aliases: ['bankslip', 'boleto'] },
    { id: 'in-person', aliases: ['in-person'] },
  ];
  const check = (source: string, file = 'src/domain/orders/order.ts') =>
    railNameProblems(new Map([[file, source]]), names).length;

  test.each([
    "if (rail === 'pix') return;",
    'const pixCode = order.code;',
    "import { x } from '#src/rails/bank-slip/rail.ts';",
    'interface BankSlipLine {}',
    "const method = 'boleto';",
    "rails.byId('card')",
    "offered.includes('credit-card')",
    '<PixPanel />',
    "const method = 'in-person';",
    'const url = `https://bank/pix`;',
  ])('names one: %s', (source) => expect(check(source)).toBeGreaterThan(0));

  test.each([
    "const path = '/pix';",
    "const key = 'dataPix';",
    "className={css['card']}",
    'const cardFieldsOrigin = settings.cardFieldsOrigin;',
    '// for example a pix code',
    '/* boleto */ const a = 1;',
    'const pixels = 3;',
    'const discard = true;',
    'interface InPersonPayment {}',
  ])('names none: %s', (source) => expect(check(source)).toBe(0));

  test('a file or folder may not be called after one', () => {
    expect(check('', 'src/apps/checkout/steps/pix/step.ts')).toBe(1);
    expect(check('', 'src/apps/api/routes/bank-slip.routes.server.ts')).toBe(1);
    expect(check('', 'src/apps/checkout/steps/payment/step.ts')).toBe(0);
    // An area of the domain has this name too.
    expect(check('', 'src/domain/in-person/staff-member.server.ts')).toBe(0);
  });

  test('tells the line', () => {
    const sources = new Map([['src/ui/a.ts', "/*\n*/\nconst a = 'pix';"]]);
    expect(railNameProblems(sources, names)).toEqual(['src/ui/a.ts:3 names “pix”']);
  });
});

describe('money numbers', () => {
  const check = (source: string, file = 'src/domain/orders/order.ts') =>
    moneyNumberProblems(new Map([[file, source]])).length;

  test.each([
    'Number(quote.amount)',
    'parseInt(price, 10)',
    'Number(row.total_amount)',
    'amount * 0.1',
    'listPrice / 100',
  ])('refuses %s', (source) => expect(check(source)).toBe(1));

  test.each(['Number(fields.installments)', 'amount * 3n', 'amount / 100n', '// Number(amount)', 'rate * 0.5'])(
    'allows %s',
    (source) => expect(check(source)).toBe(0),
  );

  test('kernel/money is the door', () =>
    expect(check('Number(money.amount)', 'src/kernel/money/money-json.ts')).toBe(0));
});

describe('packages', () => {
  const locked = { version: '1.2.3', integrity: 'sha512-x', license: 'MIT' };
  const check = (version: string, one: object) =>
    packageProblems({ dependencies: { a: version } }, { packages: { '': {}, 'node_modules/a': one } });

  test('takes an exact version of the registry', () => {
    expect(check('1.2.3', { ...locked, resolved: 'https://registry.npmjs.org/a/-/a-1.2.3.tgz' })).toEqual([]);
    expect(check('1.2.3', locked)).toEqual([]);
    expect(check('1.2.3-beta.17', { ...locked, version: '1.2.3-beta.17' })).toEqual([]);
  });

  test.each([
    ['a range', '^1.2.3', { ...locked, version: '^1.2.3' }],
    ['a version that is not the locked one', '1.2.4', locked],
    ['another host', '1.2.3', { ...locked, resolved: 'https://example.org/a.tgz' }],
    ['a git address', '1.2.3', { ...locked, resolved: 'git+ssh://git@example.org/a.git' }],
    ['no checksum', '1.2.3', { version: '1.2.3' }],
    ['a binding licence', '1.2.3', { ...locked, license: 'AGPL-3.0' }],
  ])('refuses %s', (_what, version, one) => expect(check(version, one)).toHaveLength(1));
});
