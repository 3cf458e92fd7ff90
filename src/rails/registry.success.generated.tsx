// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railSuccess as railSuccessesBankSlip } from './bank-slip/success.tsx';
import { railSuccess as railSuccessesCard } from './card/success.tsx';
import { railSuccess as railSuccessesPix } from './pix/success.tsx';

export const railSuccesses = {
  'bank-slip': railSuccessesBankSlip,
  card: railSuccessesCard,
  pix: railSuccessesPix,
};
