import type { JsonObject } from '#src/kernel/json/json.ts';
import { formatDocument } from '#src/ui/payment/document-mask.ts';
import type { PayeeView } from '#src/ui/payment/rail-views.ts';
import type { PageRequest } from '../../framework/page.server.ts';

/** Banks cut a receiver's name in a Pix code to this many letters. */
const cutAt = 25;

/** Who receives the money as the payer's bank will show it (`payee` of what the rail presents); null where nobody knows. */
export function payeeOf(
  { words, visit }: Pick<PageRequest, 'words' | 'visit'>,
  presented: JsonObject,
): PayeeView | null {
  const { payee } = presented;
  if (typeof payee !== 'object' || payee === null || !('name' in payee)) return null;
  const { name, document } = payee;
  if (typeof name !== 'string' || name === '') return null;
  const seller = visit.brand.businessName;
  // A person's number is not shown to strangers.
  const isCompany = typeof document === 'string' && document.replaceAll(/[^0-9A-Z]/gi, '').length === 14;
  return {
    name: isCompany ? words('payee.with-document', { name, document: formatDocument(document) }) : name,
    note: isSameCompany(name, seller)
      ? null
      : words('payee.on-behalf', { payee: name, seller: seller.replace(/\.$/, '') }),
  };
}

/** Whether two writings name one company: case, accents, dots and the bank's cut aside. */
export function isSameCompany(shown: string, seller: string): boolean {
  const [a, b] = [plain(shown), plain(seller)];
  return a === b || (shown.length >= cutAt && b.startsWith(a));
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '');
}
