import type { OperatorAct } from '#src/kernel/env/operator-scopes.ts';
import type { LinkTargets } from '#tests/support/fixtures/linked-resources.server.ts';
import type { BankSlipResources } from '#tests/support/fixtures/bank-slip-buyer.server.ts';
import type { Owner } from '#tests/support/fixtures/two-buyers.server.ts';
import type { VisitorRequest } from '#tests/support/http/visitor.ts';

/** Who a route answers, in the words of `docs/access.md`. */
export const may = {
  anyone: 'Anyone: nothing personal',
  self: 'Anyone: only what the same browser began',
  owner: 'The browser that began the purchase',
  'owner or link': 'That browser, or whoever has the e-mail’s link',
  link: 'Whoever has the e-mail’s link',
  operator: 'Staff, by an operator’s token with the act in brackets',
  'staff or test': 'Staff by a token, anyone in the test environment',
  gateway: 'A gateway, by its signature',
  unit: 'A unit’s staff member, by a personal link',
  collector: 'A metrics collector by its token; without one, the test environment',
  test: 'Anyone, in the test environment only',
} as const;
export type May = keyof typeof may;

/** Who asks in the matrix. Everybody but the owner comes with all that is theirs. */
export const actors = {
  owner: 'A',
  stranger: 'stranger',
  buyer: 'B',
  'wrong links': 'B with A’s names',
  unit: 'unit link',
  operator: 'operator',
  'wrong key': 'wrong token',
  gateway: 'forged gateway',
  brand: 'A under another brand',
} as const;
export type Actor = keyof typeof actors;

/** What else there is to ask about besides the two buyers. */
export interface TestUsers {
  readonly a: Owner;
  readonly b: Owner;
  readonly unit: { readonly id: string; readonly secret: string };
}

/** The same, and what else A has that only the matrix asks for. */
export interface MatrixUsers extends TestUsers {
  readonly slip: BankSlipResources;
  readonly more: LinkTargets;
  readonly extraOfB: LinkTargets;
}

export interface Ask extends VisitorRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** One thing of A's that is asked for, by whom it may be, and what everybody hears. */
export interface Probe {
  readonly what: string;
  readonly ask: (users: MatrixUsers) => Ask;
  readonly by: readonly Actor[];
  /** What they hear who may: a status, or the beginning of where they are led. */
  readonly yes: number | string;
  /** What everybody else hears: a status, the code of a problem, or the beginning of where they are led. */
  readonly no: readonly (number | string)[];
  /** What some of them hear in its place, to whom the rest of the question belongs. */
  readonly noTo?: Readonly<Partial<Record<Actor, readonly (number | string)[]>>>;
  /** Nobody else is asked: what opens it is in the question, or it is gone with the first who asks. */
  readonly isUnshared?: boolean;
  /** Asked by those who may at the very end: afterwards it is gone. */
  readonly isLast?: boolean;
  /** A link of one school opens nothing under another's name. */
  readonly isOfBrand?: boolean;
}

export interface Row {
  readonly may: May;
  /** Of a route of staff: what the operator needs. */
  readonly act?: OperatorAct;
  readonly probes?: readonly Probe[];
  /** What the form of a page takes by an id, where no probe says it. */
  readonly form?: string;
  /** Why nobody in the matrix is answered at it who may be. */
  readonly noYes?: string;
}
