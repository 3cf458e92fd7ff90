import { expect, test } from 'vitest';
import { contentOf, isSameContent, searchOfView } from './view-search.ts';

test('A view keeps the filters and columns of an address, without its page, its open row and what is no filter', () => {
  const search = '?state=paid&state=open&seller=ana&column=when&column=buyer&before=1.2&open=ord_1&view=view_1&x=1';
  expect(contentOf('sales', search)).toEqual({
    filters: { state: ['paid', 'open'], seller: ['ana'] },
    columns: ['when', 'buyer'],
  });
  expect(contentOf('subscriptions', '?state=active&day=2026-11-27')).toEqual({
    filters: { state: ['active'] },
    columns: [],
  });
});

test('A view that was opened says what it was saved with, and a changed filter says something else', () => {
  const content = contentOf('tasks', '?kind=answer-dispute&owner=me&column=kind');
  const opened = searchOfView({ id: 'view_1', ...content });
  expect(opened).toBe('?kind=answer-dispute&owner=me&column=kind&view=view_1');
  expect(isSameContent(contentOf('tasks', opened), content)).toBe(true);
  expect(isSameContent(contentOf('tasks', '?owner=me&kind=answer-dispute&column=kind'), content)).toBe(true);
  expect(isSameContent(contentOf('tasks', '?kind=answer-dispute&column=kind'), content)).toBe(false);
});
