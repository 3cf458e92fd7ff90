import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CollapsedSummary, type SummaryView } from './summary.tsx';

const labels = { heading: 'Seu curso', total: 'Total', standard: 'De' };
const plain: SummaryView = {
  ...{ title: 'Wise Up Online', description: 'Aulas curtas.', total: 'R$ 1.140,00', interval: 'plano anual' },
  ...{ detail: 'ou 12x de R$ 95,00 sem juros', terms: 'Plano anual: 12 meses de acesso. Renova em 27/11/2027.' },
  standard: { amount: 'R$ 1.548,00', saving: 'Economize R$ 408,00' },
  lines: [{ label: 'Wise Up Online', amount: 'R$ 1.140,00', standardAmount: 'R$ 1.548,00' }],
  ...{ discount: null, covered: null, come: null },
};
const folded = (view: Partial<SummaryView>): { readonly fold: string; readonly after: string } => {
  const html = renderToStaticMarkup(<CollapsedSummary view={{ ...plain, ...view }} labels={labels} />);
  const [fold = '', after = ''] = html.split('</details>');
  return { fold, after };
};

test('The folded summary keeps name, plan, price and what is charged later in sight', () => {
  const { fold, after } = folded({});
  const head = fold.slice(0, fold.indexOf('</summary>'));
  for (const text of ['Wise Up Online', 'plano anual', 'R$ 1.140,00', 'ou 12x de R$ 95,00', 'R$ 1.548,00'])
    expect(head).toContain(text);
  expect(after).toContain('12 meses de acesso');
  expect(fold).not.toContain('12 meses de acesso');
});

test('The folded summary says the price of one line once, and those of several', () => {
  expect(folded({}).fold).not.toContain('<dl');
  const more = [...plain.lines, { label: 'Planilhas', amount: 'R$ 97,00', standardAmount: null }];
  expect(folded({ lines: more }).fold).toContain('Planilhas');
  expect(folded({ standard: null, description: null }).fold).toContain('<dl');
});

test('The folded summary is open where a purchase begins', () => {
  expect(folded({}).fold).not.toContain('<details open');
  expect(folded({ isOpen: true }).fold).toContain('<details open');
});
