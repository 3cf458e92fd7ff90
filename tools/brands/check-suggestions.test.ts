import { expect, test } from 'vitest';
import type { Brand } from '#src/branding/index.ts';
import type { BrandProblem } from '#src/branding/files/brand-problem.ts';
import { rails } from '#src/rails/registry.generated.ts';
import { checkSuggestions } from './check-suggestions.ts';

type SuggestionRules = Brand['suggestions'];

const good: SuggestionRules = {
  order: { BR: ['credit-card', 'pix'] },
  share: 50,
  ways: { other: [{ kind: 'again' }, { kind: 'pay', method: 'pix' }] },
};

function check(change: Partial<SuggestionRules>): string[] {
  const problems: BrandProblem[] = [];
  const known = { file: 'school/coach.json', rails: Object.values(rails), words: new Set(['declined.other']) };
  checkSuggestions({ suggestions: { ...good, ...change } }, known, (problem) => problems.push(problem));
  return problems.map(({ key, message }) => `${key} ${message}`);
}

test('a ranking that can be followed passes', () => expect(check({})).toEqual([]));

test.each<[string, Partial<SuggestionRules>]>([
  ['order.PE no rail takes "shells"', { order: { PE: ['shells'] } }],
  ['order.BR names a method twice', { order: { BR: ['pix', 'pix'] } }],
  ['ways.no-mood there are no words declined.no-mood', { ways: { 'no-mood': [{ kind: 'again' }] } }],
  ['ways.other no rail takes "shells"', { ways: { other: [{ kind: 'part', method: 'shells' }] } }],
  ['ways.other names a way out twice', { ways: { other: [{ kind: 'parts' }, { kind: 'parts' }] } }],
])('%s', (message, change) => expect(check(change)).toEqual([message]));
