import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { openPages, pagesHost, type PagesStage, plainViews } from '#tests/support/pages-stage.server.ts';

let stage: PagesStage;
beforeAll(async () => {
  stage = await openPages();
});
afterAll(() => stage.close());

const digits = (text: string): number => Number(text.replaceAll(/[^\d-]/g, '').replace('−', '-'));

test.each(['usual', 'voucher', 'free', 'trial'])(
  'lines and discount of the sample "%s" make its price',
  async (state) => {
    const seen: SummaryView[] = [];
    const renderSummary = (view: SummaryView) => {
      seen.push(view);
      return { narrow: '', wide: '' };
    };
    const app = await stage.serve({ views: { ...plainViews, renderSummary } });
    for (const brand of ['meusucesso', 'meusucesso.mz']) {
      const url = `/gallery/${brand}/light/pt-BR/payment/${state}`;
      await app.inject({ url, headers: { host: pagesHost } });
    }
    expect(seen).not.toEqual([]);
    for (const { lines, discount, total } of seen) {
      const sum = lines.reduce((most, { amount }) => most + digits(amount), 0);
      expect(sum + (discount ? -Math.abs(digits(discount.amount)) : 0)).toBe(digits(total));
    }
  },
);
