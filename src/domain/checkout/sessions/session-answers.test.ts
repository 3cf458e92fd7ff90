import { describe, expect, test } from 'vitest';
import { readAnswers, type SessionAnswers } from './session-answers.ts';

describe('the answers of a session', () => {
  test('come back as they were written', () => {
    const answers: SessionAnswers = {
      orderBumps: ['kit'],
      profiles: 3,
      planId: 'plan-year',
    };
    expect(readAnswers(JSON.parse(JSON.stringify(answers)))).toEqual(answers);
  });

  test('of unknown keys are left out, and the others stay', () => {
    const stored = { orderBumps: ['kit', 7, null], profiles: 0, planId: 4, elsewhere: { a: 1 } };
    expect(readAnswers(stored)).toEqual({ orderBumps: ['kit'] });
    expect(readAnswers({ profiles: 1.5, orderBumps: 'kit' })).toEqual({});
  });
});
