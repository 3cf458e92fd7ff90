import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAllowed, isAllowedEverywhere, permissionsOf, scopeOf } from './is-allowed.ts';
import { permissions, type Role, roleNames, roles } from './roles.data.ts';
import { isScope, partsOfScope } from './scope.ts';
import type { EffectiveScope, PermissionSubject, StaffScope } from './staff-actor.types.ts';

function who(...grants: (readonly [Role, EffectiveScope])[]) {
  return { grants: grants.map(([role, scope]) => ({ role, scope, until: null })) };
}

describe('a permission', () => {
  test('is given by a grant of a role that has it, within the scope of that grant', () => {
    const ana = who(['help', 'brand:wise-up'], ['finance-lead', 'unit:a-trinca/centro']);
    expect(isAllowed(ana, 'refund.request', { brand: 'wise-up' })).toBe(true);
    expect(isAllowed(ana, 'refund.approve', { brand: 'wise-up' })).toBe(false);
    expect(isAllowed(ana, 'refund.request', { brand: 'conquer' })).toBe(false);
    expect(isAllowed(ana, 'refund.approve', { brand: 'a-trinca', unit: 'centro' })).toBe(true);
    expect(isAllowed(ana, 'refund.approve', { brand: 'a-trinca', unit: 'norte' })).toBe(false);
    expect(isAllowed(ana, 'refund.approve', { brand: 'a-trinca' })).toBe(false);
  });

  test('of a seller covers sales of that seller at that brand only', () => {
    const rui = who(['seller', 'seller:wise-up/rui']);
    expect(isAllowed(rui, 'sale.view', { brand: 'wise-up', seller: 'rui' })).toBe(true);
    expect(isAllowed(rui, 'sale.view', { brand: 'wise-up', seller: null })).toBe(false);
    expect(isAllowed(rui, 'sale.view', { brand: 'conquer', seller: 'rui' })).toBe(false);
  });

  test('of everything covers what belongs to no brand, of a brand it does not', () => {
    expect(isAllowedEverywhere(who(['operator', '*']), 'health.view')).toBe(true);
    expect(isAllowedEverywhere(who(['operator', 'brand:wise-up']), 'health.view')).toBe(false);
  });

  test('that nobody has is no row of the matrix, and every row is somebody’s', () => {
    expect(permissions.filter((one) => roleNames.every((role) => !roles[role].includes(one)))).toEqual([]);
    expect(roleNames.filter((role) => new Set(roles[role]).size < roles[role].length)).toEqual([]);
  });

  test('that asks and the one that decides are two, so that no role but a lead’s has both', () => {
    expect(roleNames.filter((role) => roles[role].includes('refund.approve'))).toEqual(['help-lead', 'finance-lead']);
    expect(roleNames.filter((role) => roles[role].includes('grant.manage'))).toEqual(['people']);
  });

  test('list of a person has each permission once, in the order of the matrix', () => {
    expect(permissionsOf(who(['marketing', '*'], ['marketing', 'brand:conquer']))).toEqual([
      'figures.view',
      'export.plain',
    ]);
    expect(permissionsOf(who())).toEqual([]);
  });
});

describe('the scope of a list', () => {
  test('is everything, nothing, or brands with units and sellers of others', () => {
    expect(scopeOf(who(['help', '*'], ['help', 'brand:conquer']), 'sale.view')).toEqual({ kind: 'all' });
    expect(scopeOf(who(['people', '*']), 'sale.view')).toEqual({ kind: 'none' });
    const mixed = who(
      ['help', 'brand:conquer'],
      ['seller', 'seller:conquer/rui'],
      ['seller', 'seller:wise-up/rui'],
      ['help', 'unit:a-trinca/centro'],
      ['people', '*'],
    );
    expect(scopeOf(mixed, 'sale.view')).toEqual({
      kind: 'some',
      brands: ['conquer'],
      units: [{ brand: 'a-trinca', unit: 'centro' }],
      sellers: [{ brand: 'wise-up', seller: 'rui' }],
    });
  });

  test('holds exactly what is allowed one by one, for any grants and any subject', () => {
    const brand = fc.constantFrom('wise-up', 'conquer');
    const part = fc.constantFrom('centro', 'rui');
    const scope: fc.Arbitrary<EffectiveScope> = fc.oneof(
      fc.constant<EffectiveScope>('*'),
      brand.map((of): EffectiveScope => `brand:${of}`),
      fc.tuple(brand, part).map(([of, one]): EffectiveScope => `unit:${of}/${one}`),
      fc.tuple(brand, part).map(([of, one]): EffectiveScope => `seller:${of}/${one}`),
    );
    const grants = fc.array(fc.tuple(fc.constantFrom(...roleNames), scope), { maxLength: 5 });
    const subject = fc.record({ brand, unit: fc.option(part), seller: fc.option(part) });
    fc.assert(
      fc.property(grants, fc.constantFrom(...permissions), subject, (given, permission, about) => {
        const actor = who(...given);
        expect(listed(scopeOf(actor, permission), about)).toBe(isAllowed(actor, permission, about));
      }),
    );
  });
});

function listed(scope: StaffScope, { brand, unit, seller }: PermissionSubject): boolean {
  if (scope.kind !== 'some') return scope.kind === 'all';
  return (
    scope.brands.includes(brand) ||
    scope.units.some((one) => one.brand === brand && one.unit === unit) ||
    scope.sellers.some((one) => one.brand === brand && one.seller === seller)
  );
}

test('A scope is read from its text, and other texts are none', () => {
  const good = ['*', 'business:wiser', 'brand:wise-up', 'unit:wise-up/centro-1', 'seller:wise-up/Ana_2'];
  const bad = ['', 'brand:', 'brand:Wise', 'brand:a/b', 'unit:a', 'seller:a/', 'brand:a\n', '* ', 'unit:a/../b'];
  expect([...good, ...bad].filter(isScope)).toEqual(good);
  expect(partsOfScope('*')).toEqual({ kind: 'all', of: '', part: null });
  expect(partsOfScope('business:wiser')).toEqual({ kind: 'business', of: 'wiser', part: null });
  expect(partsOfScope('seller:wise-up/ana')).toEqual({ kind: 'seller', of: 'wise-up', part: 'ana' });
});
