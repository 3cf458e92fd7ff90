import { describe, expect, test } from 'vitest';
import { auditActions } from '#src/domain/staff/index.ts';
import saleWords from '../sale/vocabulary.copy.json' with { type: 'json' };
import words from './audit.copy.json' with { type: 'json' };

const locales = ['pt-BR', 'es-PE', 'en'] as const;
const after = (texts: object, prefix: string): string[] =>
  Object.keys(texts).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []));

describe.each(locales)('the words of acts in %s', (locale) => {
  test('say each act of the audit log, each beginning of acts, and nothing that is none', () => {
    expect(after(words[locale], 'audit.action.').toSorted()).toEqual([...auditActions].toSorted());
    const subjects = new Set(auditActions.map((action) => action.split('.')[0] ?? ''));
    expect(after(words[locale], 'audit.kind.').toSorted()).toEqual([...subjects].toSorted());
  });

  test('on a sale are of acts that there are', () => {
    const known: readonly string[] = auditActions;
    expect(after(saleWords[locale], 'sale.action.').filter((action) => !known.includes(action))).toEqual([]);
  });
});
