// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railWaiting as railWaitingsPix } from './pix/waiting.tsx';

export const railWaitings = {
  pix: railWaitingsPix,
};
