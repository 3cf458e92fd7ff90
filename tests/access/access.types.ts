import type { OperatorAct } from '#src/kernel/env/operator-scopes.ts';
import type { LinkedThings } from '#tests/support/linked-things.server.ts';
import type { SlipThings } from '#tests/support/slip-buyer.server.ts';
import type { Owner } from '#tests/support/two-buyers.server.ts';
import type { VisitorWish } from '#tests/support/visitor.ts';

/** Who a route answers, in the words of `docs/access.md`. */
export const may = {
  anyone: 'anyone; it tells nothing of a person',
  self: 'anyone; it shows and changes only what the same browser began',
  owner: 'the browser that began the purchase',
  'owner or link': 'that browser, or whoever came by a letter’s link to it',
  link: 'whoever came by a letter’s link to it',
  operator: 'the school’s staff, by the operator’s token',
  'staff or test': 'an operator by their token; anyone in the test environment',
  gateway: 'a gateway, by its own signature',
  unit: 'the person of a unit, by a link of their own',
  collector: 'a collector of metrics by its token; without one, the test environment only',
  test: 'anyone, in the test environment only',
} as const;
export type May = keyof typeof may;

/** Who asks in the matrix. Everybody but the owner comes with all that is theirs. */
export const actors = {
  owner: 'Buyer A',
  stranger: 'Stranger',
  buyer: 'Buyer B',
  'wrong links': 'B’s secrets under A’s names',
  unit: 'Unit link',
  operator: 'Operator’s token',
  'wrong key': 'A wrong token',
  gateway: 'A forged gateway',
  brand: 'A under another brand',
} as const;
export type Actor = keyof typeof actors;

/** What else there is to ask about besides the two buyers. */
export interface Cast {
  readonly a: Owner;
  readonly b: Owner;
  readonly unit: { readonly id: string; readonly secret: string };
}

/** The same, and what else A has that only the matrix asks for. */
export interface MatrixCast extends Cast {
  readonly slip: SlipThings;
  readonly more: LinkedThings;
  readonly moreOfB: LinkedThings;
}

export interface Ask extends VisitorWish {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
}

/** One thing of A's that is asked for, by whom it may be, and what everybody hears. */
export interface Probe {
  readonly what: string;
  readonly ask: (cast: MatrixCast) => Ask;
  readonly by: readonly Actor[];
  /** What they hear who may: a status, or the beginning of where they are led. */
  readonly yes: number | string;
  /** What everybody else hears: a status, the code of a problem, or the beginning of where they are led. */
  readonly no: readonly (number | string)[];
  /** What some of them hear in its place, to whom the rest of the question belongs. */
  readonly noTo?: Readonly<Partial<Record<Actor, readonly (number | string)[]>>>;
  /** Nobody else is asked: what opens it is in the question, or it is gone with the first who asks. */
  readonly isAskedByNoOther?: boolean;
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
