// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railServer as railServersBankSlip } from './bank-slip/rail.server.ts';
import { railServer as railServersCard } from './card/rail.server.ts';
import { railServer as railServersInPerson } from './in-person/rail.server.ts';
import { railServer as railServersLoyaltyPoints } from './loyalty-points/rail.server.ts';
import { railServer as railServersMPesa } from './m-pesa/rail.server.ts';
import { railServer as railServersNuPay } from './nu-pay/rail.server.ts';
import { railServer as railServersPagoEfectivo } from './pago-efectivo/rail.server.ts';
import { railServer as railServersPix } from './pix/rail.server.ts';
import { railServer as railServersYape } from './yape/rail.server.ts';

export const railServers = {
  'bank-slip': railServersBankSlip,
  card: railServersCard,
  'in-person': railServersInPerson,
  'loyalty-points': railServersLoyaltyPoints,
  'm-pesa': railServersMPesa,
  'nu-pay': railServersNuPay,
  'pago-efectivo': railServersPagoEfectivo,
  pix: railServersPix,
  yape: railServersYape,
};
