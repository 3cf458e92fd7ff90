import type { Row } from './covering-rows.ts';
import type { Course } from './test-brands.ts';
import type { SandboxPayments } from './sandbox-payments.ts';
import type { Shopper } from './shop-client.ts';
import type { UnitStaffPage } from './unit-staff.ts';

/** The product under test and the world around it. */
export interface CompatEnvironment {
  readonly checkout: string;
  readonly sandbox: SandboxPayments;
  readonly operatorToken: string;
  readonly unit: UnitStaffPage;
}

export const buyers = {
  BR: { name: 'Maria da Silva', email: 'compat@exemplo.com.br', phone: '(11) 96123-4567', document: '390.533.447-05' },
  MZ: { name: 'Graça Machava', email: 'compat@exemplo.co.mz', phone: '+258 84 123 4567', document: '' },
  PE: { name: 'Rosa Quispe', email: 'compat@exemplo.pe', phone: '987 654 321', document: '10203040' },
} as const;

/** What a row is about, as its run goes on. */
export interface Run {
  readonly environment: CompatEnvironment;
  readonly shopper: Shopper;
  readonly course: Course;
  readonly row: Row;
  /** Whoever begins free time had none before: their address, phone and card are their own. */
  readonly person: number;
  /** The means that this buyer let the shop keep before, where the row pays by it. */
  readonly profileId: string | null;
}

/** Whether a row begins with free time. */
export const isFree = (row: Row): boolean => row['trial'] !== 'none';

/** Who buys, as the lead says it. */
export function contactOf({ course, row, person }: Run): { name: string; email: string; phone: string } {
  const { name, email, phone } = buyers[course.operation];
  if (!isFree(row)) return { name, email, phone };
  const own = String(person).padStart(4, '0');
  return { name, email: email.replace('@', `${own}@`), phone: withTail(phone, own) };
}

/** The same number with other last figures, laid out as it is. */
function withTail(phone: string, tail: string): string {
  const left = [...tail];
  return [...phone]
    .toReversed()
    .map((sign) => (/\d/.test(sign) ? (left.pop() ?? sign) : sign))
    .toReversed()
    .join('');
}
