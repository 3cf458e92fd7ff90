// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { rail as railsBankSlip } from './bank-slip/rail.ts';
import { rail as railsCard } from './card/rail.ts';
import { rail as railsInPerson } from './in-person/rail.ts';
import { rail as railsLoyaltyPoints } from './loyalty-points/rail.ts';
import { rail as railsMPesa } from './m-pesa/rail.ts';
import { rail as railsNuPay } from './nu-pay/rail.ts';
import { rail as railsPagoEfectivo } from './pago-efectivo/rail.ts';
import { rail as railsPix } from './pix/rail.ts';
import { rail as railsYape } from './yape/rail.ts';

export const rails = {
  'bank-slip': railsBankSlip,
  card: railsCard,
  'in-person': railsInPerson,
  'loyalty-points': railsLoyaltyPoints,
  'm-pesa': railsMPesa,
  'nu-pay': railsNuPay,
  'pago-efectivo': railsPagoEfectivo,
  pix: railsPix,
  yape: railsYape,
};
