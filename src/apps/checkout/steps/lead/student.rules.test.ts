import { describe, expect, test } from 'vitest';
import { checkStudent, needsGuardian, type StudentQuestions } from './student.rules.ts';

const questions: StudentQuestions = { birthDate: true, relationAccount: true, today: '2026-11-21' };
const good = { birthDate: '03/05/2012', relationAccount: 'mother', guardian: 'yes' };

describe('checkStudent', () => {
  test('a good form', () => expect(checkStudent(good, questions)).toEqual({}));

  test.each([
    [{ birthDate: '' }, { birthDate: 'validation.required' }],
    [{ birthDate: '31/02/2012' }, { birthDate: 'validation.birth-date' }],
    [{ birthDate: '22/11/2026' }, { birthDate: 'validation.birth-date' }],
    [{ relationAccount: '' }, { relationAccount: 'validation.required' }],
    [{ relationAccount: 'neighbour' }, { relationAccount: 'validation.required' }],
    [{ guardian: '' }, { guardian: 'lead.guardian.missing' }],
  ])('%j is told', (change, errors) => expect(checkStudent({ ...good, ...change }, questions)).toEqual(errors));

  test('asks only what the brand asks', () => {
    expect(checkStudent({ guardian: 'yes' }, { ...questions, birthDate: false, relationAccount: false })).toEqual({});
    expect(Object.keys(checkStudent({}, { ...questions, relationAccount: false }))).toEqual(['birthDate', 'guardian']);
  });
});

test.each([
  ['21/11/2008', false],
  ['22/11/2008', true],
  ['03/05/2012', true],
  ['not a day', true],
])('a student born on %s needs a guardian: %s', (birthDate, needs) =>
  expect(needsGuardian({ birthDate }, questions)).toBe(needs),
);
