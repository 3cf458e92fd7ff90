// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { railSample as railSamplesBankSlip } from './bank-slip/sample.server.ts';
import { railSample as railSamplesCard } from './card/sample.server.ts';
import { railSample as railSamplesPix } from './pix/sample.server.ts';

export const railSamples = {
  'bank-slip': railSamplesBankSlip,
  card: railSamplesCard,
  pix: railSamplesPix,
};
