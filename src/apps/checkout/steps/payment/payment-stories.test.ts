import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { payingBuyer } from '#tests/support/fixtures/paying-buyer.server.ts';
import { openPages, pagesHost, type PagesWorld, plainViews } from '#tests/support/worlds/pages-world.server.ts';

let stage: PagesWorld;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

/** Text of a summary whose price is paid in part. */
const labels: Readonly<Record<string, readonly string[]>> = {
  held: ['Já reservado'],
  'held-received': ['Já recebido'],
  'held-mixed': ['Já recebido', 'Já reservado'],
};
const digits = (text: string): number => Number(text.replaceAll(/[^\d-]/g, '').replace('−', '-'));

test.each(['usual', 'voucher', 'free', 'trial', 'held', 'held-received', 'held-mixed'])(
  'lines, discount and what has come of the sample "%s" make its price',
  async (state) => {
    const seen: SummaryView[] = [];
    const renderSummary = (view: SummaryView) => {
      seen.push(view);
      return { narrow: '', wide: '' };
    };
    // With the real payment methods: a sample attempt is of one of them.
    const { ctx } = (await payingBuyer(stage)).world;
    const app = await stage.serve({ ctx, views: { ...plainViews, renderSummary } });
    for (const brand of ['meusucesso', 'meusucesso.mz']) {
      const url = `/gallery/${brand}/light/pt-BR/payment/${state}`;
      await app.inject({ url, headers: { host: pagesHost } });
    }
    expect(seen).not.toEqual([]);
    for (const { lines, discount, covered, total } of seen) {
      const sum = lines.reduce((most, { amount }) => most + digits(amount), 0);
      const less = [discount, ...(covered?.parts ?? [])].map((part) => Math.abs(digits(part?.amount ?? '0')));
      expect(less.reduce((rest, part) => rest - part, sum)).toBe(digits(total));
      expect(covered?.parts.map(({ label }) => label) ?? []).toEqual(labels[state] ?? []);
    }
  },
);

test.each([
  ['meusucesso.mz', 'payment/declined', /O saldo do M-Pesa/],
  ['meusucesso', 'payment/declined', /O cartão não tem limite/],
  ['wise-up.peru', 'payment/split-error', /"p0.amount":"0\.50"/],
  // Its plan bears interest from the second part on, and the sample's total none.
  ['wise-up.executive', 'success/usual', /"installments":1[,}]/],
])('the sample of %s at %s says what can be', async (brand, page, said) => {
  const { ctx } = (await payingBuyer(stage)).world;
  const app = await stage.serve({ ctx });
  const locale = brand === 'wise-up.peru' ? 'es-PE' : 'pt-BR';
  const url = `/gallery/${brand}/light/${locale}/${page}`;
  const { statusCode, body } = await app.inject({ url, headers: { host: pagesHost } });
  expect(statusCode).toBe(200);
  expect(body).toMatch(said);
});
