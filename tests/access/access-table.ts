import type { Row } from './access.types.ts';
import { buyerTable } from './buyer.table.ts';
import { formTable } from './form.table.ts';
import { accountPageTable } from './account-page.table.ts';
import { publicPageTable } from './public-page.table.ts';
import { ownedPageTable } from './owned-page.table.ts';
import { paymentTable } from './payment.table.ts';
import { staffTable } from './staff.table.ts';

/** Who may call what: every route of the product by its method and address. */
export const accessTable: Readonly<Record<string, Row>> = {
  ...buyerTable,
  ...staffTable,
  ...accountPageTable,
  ...ownedPageTable,
  ...paymentTable,
  ...publicPageTable,
  ...formTable,
};

const pageMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Routes as they are registered, by the names of the table: what answers every method is a page. */
export function namesOf(registered: readonly string[]): readonly string[] {
  const methods = new Map<string, string[]>();
  for (const one of registered) {
    const cut = one.lastIndexOf(' ');
    const [method, address] = [one.slice(0, cut), one.slice(cut + 1)];
    methods.set(address, [...(methods.get(address) ?? []), method]);
  }
  return [...methods].flatMap(([address, own]) => {
    if (!pageMethods.every((method) => own.includes(method))) return own.map((method) => `${method} ${address}`);
    const others = own.filter((method) => !pageMethods.includes(method));
    return [`PAGE ${address}`, ...others.map((method) => `${method} ${address}`)];
  });
}
