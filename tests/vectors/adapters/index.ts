import type { Adapter } from '../vector.types.ts';
import { boleto } from './boleto.ts';
import { cardDeclines } from './card-declines.ts';
import { cardGateway } from './card-gateway.ts';
import { cards } from './cards.ts';
import { documentsBr } from './documents-br.ts';
import { instalments } from './instalments.ts';
import { itf25 } from './itf25.ts';
import { jwe } from './jwe.ts';
import { loyalty } from './loyalty.ts';
import { moneyAdapter } from './money.ts';
import { mpesa } from './mpesa.ts';
import { nfse } from './nfse.ts';
import { nupay } from './nupay.ts';
import { peruMozDocuments } from './peru-moz-documents.ts';
import { phonesCepExpiry } from './phones-cep-expiry.ts';
import { pixApi } from './pix-api.ts';
import { pixBrCode } from './pix-br-code.ts';
import { subscriptions } from './subscriptions.ts';
import { threeDs } from './three-ds.ts';

/** Adapters by the name of their vector file. */
export const adapters: Readonly<Record<string, Adapter | undefined>> = {
  boleto,
  card_declines: cardDeclines,
  card_gateway: cardGateway,
  cards,
  documents_br: documentsBr,
  instalments,
  itf25,
  jwe,
  loyalty,
  money: moneyAdapter,
  mpesa,
  nfse,
  nupay,
  peru_moz_documents: peruMozDocuments,
  phones_cep_expiry: phonesCepExpiry,
  pix_api: pixApi,
  pix_brcode: pixBrCode,
  subscriptions,
  three_ds: threeDs,
};
