// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { rail as railsBankSlip } from './bank-slip/rail.ts';
import { rail as railsCard } from './card/rail.ts';
import { rail as railsPix } from './pix/rail.ts';

export const rails = {
  'bank-slip': railsBankSlip,
  card: railsCard,
  pix: railsPix,
};
