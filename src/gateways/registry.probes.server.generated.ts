// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { probe as probesCulqi } from './culqi/probe.server.ts';
import { probe as probesMPesaVodacom } from './m-pesa-vodacom/probe.server.ts';
import { probe as probesNfseNational } from './nfse-national/probe.server.ts';
import { probe as probesNupay } from './nupay/probe.server.ts';
import { probe as probesPagarme } from './pagarme/probe.server.ts';
import { probe as probesPixBcb } from './pix-bcb/probe.server.ts';
import { probe as probesPointsClub } from './points-club/probe.server.ts';
import { probe as probesSlipBank } from './slip-bank/probe.server.ts';
import { probe as probesSmsHttp } from './sms-http/probe.server.ts';
import { probe as probesTestAcquirer } from './test-acquirer/probe.server.ts';

export const probes = {
  culqi: probesCulqi,
  'm-pesa-vodacom': probesMPesaVodacom,
  'nfse-national': probesNfseNational,
  nupay: probesNupay,
  pagarme: probesPagarme,
  'pix-bcb': probesPixBcb,
  'points-club': probesPointsClub,
  'slip-bank': probesSlipBank,
  'sms-http': probesSmsHttp,
  'test-acquirer': probesTestAcquirer,
};
