// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railSample as railSamplesBankSlip } from './bank-slip/sample.server.ts';
import { railSample as railSamplesCard } from './card/sample.server.ts';
import { railSample as railSamplesInPerson } from './in-person/sample.server.ts';
import { railSample as railSamplesLoyaltyPoints } from './loyalty-points/sample.server.ts';
import { railSample as railSamplesMPesa } from './m-pesa/sample.server.ts';
import { railSample as railSamplesNuPay } from './nu-pay/sample.server.ts';
import { railSample as railSamplesPagoEfectivo } from './pago-efectivo/sample.server.ts';
import { railSample as railSamplesPix } from './pix/sample.server.ts';
import { railSample as railSamplesYape } from './yape/sample.server.ts';

export const railSamples = {
  'bank-slip': railSamplesBankSlip,
  card: railSamplesCard,
  'in-person': railSamplesInPerson,
  'loyalty-points': railSamplesLoyaltyPoints,
  'm-pesa': railSamplesMPesa,
  'nu-pay': railSamplesNuPay,
  'pago-efectivo': railSamplesPagoEfectivo,
  pix: railSamplesPix,
  yape: railSamplesYape,
};
