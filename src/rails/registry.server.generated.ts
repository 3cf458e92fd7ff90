// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railServer as railServersBankSlip } from './bank-slip/rail.server.ts';
import { railServer as railServersCard } from './card/rail.server.ts';
import { railServer as railServersPix } from './pix/rail.server.ts';

export const railServers = {
  'bank-slip': railServersBankSlip,
  card: railServersCard,
  pix: railServersPix,
};
