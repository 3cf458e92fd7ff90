import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { FeedbackProvider } from '#src/ui/feedback/feedback.tsx';
import { CoolingOffPage } from './cooling-off-page.tsx';
import type { CoolingOffData } from './cooling-off.types.ts';

const data: CoolingOffData = {
  ...{ kind: 'open', product: 'MBA', number: '104207', boughtAt: '22/11/2026 14:20', lastDay: '29/11/2026' },
  ...{
    askedAt: null,
    amount: 'R$ 95,00',
    lines: [],
    owed: null,
    isRefunded: false,
    details: 'none',
    digits: null,
    hint: null,
  },
  ...{ ends: 'access', email: 'm•••@e•••.com', help: '/help', keep: '/my-purchases' },
};

const shown = (change: Partial<CoolingOffData>): string =>
  renderToStaticMarkup(
    <FeedbackProvider>
      <CoolingOffPage data={{ ...data, ...change }} form={null} />
    </FeedbackProvider>,
  );

describe('the page of a withdrawal', () => {
  test('promises what was paid to whoever paid something', () => {
    expect(shown({})).toContain('cooling-off.open.text');
  });

  test('promises nothing back, before and after, where nothing was paid', () => {
    const before = shown({ amount: null });
    expect(before).toContain('cooling-off.open.free');
    expect(before).not.toContain('cooling-off.open.text');
    expect(shown({ kind: 'done', amount: null })).toContain('cooling-off.done.free');
  });

  test('says how it stands where there is nothing to confirm', () => {
    for (const kind of ['late', 'no-right', 'unpaid', 'returned'] as const)
      expect(shown({ kind, amount: null })).toContain(`cooling-off.${kind}.text`);
  });
});
