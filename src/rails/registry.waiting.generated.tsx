// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railWaiting as railWaitingsMPesa } from './m-pesa/waiting.tsx';
import { railWaiting as railWaitingsNuPay } from './nu-pay/waiting.tsx';
import { railWaiting as railWaitingsPagoEfectivo } from './pago-efectivo/waiting.tsx';
import { railWaiting as railWaitingsPix } from './pix/waiting.tsx';

export const railWaitings = {
  'm-pesa': railWaitingsMPesa,
  'nu-pay': railWaitingsNuPay,
  'pago-efectivo': railWaitingsPagoEfectivo,
  pix: railWaitingsPix,
};
