import { describe, expect, test } from 'vitest';
import { createTranslator } from '#src/ui/words/translator.ts';
import type { TaskItem } from '../../../routes/tasks/tasks.types.ts';
import { chosenPayouts, payoutSelection } from './payout-choice.ts';

const task = (id: string, change: Partial<TaskItem> = {}): TaskItem => ({
  ...{ kind: 'pay-out-refund', id, brand: 'school', orderId: 'ord_1', orderReference: 'RHG-36T', amount: 100 },
  ...{ currency: 'BRL', openedAt: '2026-11-27T12:00:00.000Z', isLate: false, owner: null, cause: null, end: 'payout' },
  ...change,
});
const [one, other] = [task('rfp_1'), task('brk_2', { kind: 'give-back-by-hand' })];
const abroad = task('rfp_3', { currency: 'PEN' });
const email = task('msg_4', { kind: 'email-given-up', end: 'reason', amount: null, currency: null });
const tasks = [email, one, abroad, other];

const t = createTranslator('en', {});
const selectionOf = (chosen: readonly string[], of: readonly TaskItem[] = tasks) =>
  payoutSelection(t, of, { chosen: new Set(chosen), onChange: () => undefined }).selection;

describe('the choice of payouts in the queue', () => {
  test('is of payouts only, and of one currency from the first on', () => {
    expect(tasks.filter((of) => selectionOf([])?.canChoose(of))).toEqual([one, abroad, other]);
    expect(tasks.filter((of) => selectionOf(['pay-out-refund~rfp_3'])?.canChoose(of))).toEqual([abroad]);
    expect(selectionOf(['pay-out-refund~rfp_3'])?.allKeys).toEqual(['pay-out-refund~rfp_3']);
    expect(selectionOf([])?.allKeys).toEqual(['pay-out-refund~rfp_1', 'give-back-by-hand~brk_2']);
  });

  test('forgets what has left the queue', () => {
    const chosen = ['pay-out-refund~rfp_1', 'pay-out-refund~rfp_ended'];
    expect(chosenPayouts(tasks, new Set(chosen))).toEqual([one]);
    expect([...(selectionOf(chosen)?.chosen ?? [])]).toEqual(['pay-out-refund~rfp_1']);
  });

  test('is none where the page has no payout', () => {
    expect(selectionOf([], [email])).toBeUndefined();
  });
});
