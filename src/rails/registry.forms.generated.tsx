// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railForm as railFormsBankSlip } from './bank-slip/form.tsx';
import { railForm as railFormsCard } from './card/form.tsx';
import { railForm as railFormsPix } from './pix/form.tsx';

export const railForms = {
  'bank-slip': railFormsBankSlip,
  card: railFormsCard,
  pix: railFormsPix,
};
