import { expect, test } from 'vitest';
import { productCodeFromSlug } from './product-codes.ts';

test.each([
  ['esa', 'eumilitar', [], 'eumilitar-esa'],
  ['esa-6-months', 'eumilitar', [], 'eumilitar-esa-6-months'],
  ['esaeear', 'eumilitar', [], 'eumilitar-esaeear'],
  ['marinha', 'eumilitar', [], 'marinha'],
  ['eumilitar-esa', 'eumilitar', [], 'eumilitar-esa'],
  ['esa', 'meusucesso', [], 'esa'],
  ['wiseup-live', 'wiseup', [], 'live'],
  ['novo-wiseup-teens', 'wiseup', [], 'wiseup-teens'],
  ['wiseup', 'wiseup', [], 'wiseup'],
  ['wiseup-', 'wiseup', [], 'wiseup-'],
  ['online-class', 'wiseup', [], 'online-class'],
  ['wiseup-exec', 'wiseup', ['wiseup-exec'], 'wiseup-exec'],
  ['wiseup-live', 'wiseup-online', [], 'wiseup-live'],
])('slug %s of %s (kept as they are: %j) means %s', (slug, business, keepsSlug, code) => {
  expect(productCodeFromSlug(slug, business, keepsSlug)).toBe(code);
});
