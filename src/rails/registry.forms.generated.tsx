// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railForm as railFormsBankSlip } from './bank-slip/form.tsx';
import { railForm as railFormsCard } from './card/form.tsx';
import { railForm as railFormsInPerson } from './in-person/form.tsx';
import { railForm as railFormsLoyaltyPoints } from './loyalty-points/form.tsx';
import { railForm as railFormsMPesa } from './m-pesa/form.tsx';
import { railForm as railFormsNuPay } from './nu-pay/form.tsx';
import { railForm as railFormsPagoEfectivo } from './pago-efectivo/form.tsx';
import { railForm as railFormsPix } from './pix/form.tsx';
import { railForm as railFormsYape } from './yape/form.tsx';

export const railForms = {
  'bank-slip': railFormsBankSlip,
  card: railFormsCard,
  'in-person': railFormsInPerson,
  'loyalty-points': railFormsLoyaltyPoints,
  'm-pesa': railFormsMPesa,
  'nu-pay': railFormsNuPay,
  'pago-efectivo': railFormsPagoEfectivo,
  pix: railFormsPix,
  yape: railFormsYape,
};
