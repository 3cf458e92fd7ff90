// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railSuccess as railSuccessesBankSlip } from './bank-slip/success.tsx';
import { railSuccess as railSuccessesCard } from './card/success.tsx';
import { railSuccess as railSuccessesInPerson } from './in-person/success.tsx';
import { railSuccess as railSuccessesLoyaltyPoints } from './loyalty-points/success.tsx';
import { railSuccess as railSuccessesMPesa } from './m-pesa/success.tsx';
import { railSuccess as railSuccessesNuPay } from './nu-pay/success.tsx';
import { railSuccess as railSuccessesPagoEfectivo } from './pago-efectivo/success.tsx';
import { railSuccess as railSuccessesPix } from './pix/success.tsx';
import { railSuccess as railSuccessesYape } from './yape/success.tsx';

export const railSuccesses = {
  'bank-slip': railSuccessesBankSlip,
  card: railSuccessesCard,
  'in-person': railSuccessesInPerson,
  'loyalty-points': railSuccessesLoyaltyPoints,
  'm-pesa': railSuccessesMPesa,
  'nu-pay': railSuccessesNuPay,
  'pago-efectivo': railSuccessesPagoEfectivo,
  pix: railSuccessesPix,
  yape: railSuccessesYape,
};
