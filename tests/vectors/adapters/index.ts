import type { Adapter } from '../vector.types.ts';
import { boleto } from './boleto.ts';
import { cards } from './cards.ts';
import { documentsBr } from './documents-br.ts';
import { instalments } from './instalments.ts';
import { itf25 } from './itf25.ts';
import { jwe } from './jwe.ts';
import { loyalty } from './loyalty.ts';
import { moneyAdapter } from './money.ts';
import { peruMozDocuments } from './peru-moz-documents.ts';
import { phonesCepExpiry } from './phones-cep-expiry.ts';
import { pixBrCode } from './pix-br-code.ts';

/** Adapters by the name of their vector file. */
export const adapters: Readonly<Record<string, Adapter | undefined>> = {
  boleto,
  cards,
  documents_br: documentsBr,
  instalments,
  itf25,
  jwe,
  loyalty,
  money: moneyAdapter,
  peru_moz_documents: peruMozDocuments,
  phones_cep_expiry: phonesCepExpiry,
  pix_brcode: pixBrCode,
};
