import type { JsonObject } from '#src/kernel/json/json.ts';
import { formatDocument } from '#src/ui/payment/document-mask.ts';
import type { PayeeView } from '#src/ui/payment/rail-views.ts';
import type { PageRequest } from '../../framework/page.server.ts';

/** Banks cut the payee's name in a Pix code to this many letters. */
const cutAt = 25;

/** The payee as the payer's bank will show it (`payee` of the rail's presentation); null where it is unknown. */
export function payeeOf(
  { words, visit }: Pick<PageRequest, 'words' | 'visit'>,
  presented: JsonObject,
): PayeeView | null {
  const { payee } = presented;
  if (typeof payee !== 'object' || payee === null || !('name' in payee)) return null;
  const { name, document } = payee;
  if (typeof name !== 'string' || name === '') return null;
  const seller = visit.brand.businessName;
  // A natural person's tax id is not shown.
  const isCompany = typeof document === 'string' && document.replaceAll(/[^0-9A-Z]/gi, '').length === 14;
  return {
    name: isCompany ? words('payee.with-document', { name, document: formatDocument(document) }) : name,
    note: isSameCompany(name, seller)
      ? null
      : words('payee.on-behalf', { payee: name, seller: seller.replace(/\.$/, '') }),
  };
}

/** Whether two names are the same company: ignores case, accents, dots and the bank's cut. */
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
