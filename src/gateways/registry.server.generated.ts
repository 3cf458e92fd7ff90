// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { gatewayFactory as gatewayFactoriesPixBcb } from './pix-bcb/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesSlipBank } from './slip-bank/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesTestAcquirer } from './test-acquirer/gateway.server.ts';
import { smsFactory as smsFactoriesSmsHttp } from './sms-http/sms.server.ts';
import { programmeFactory as programmeFactoriesPointsClub } from './points-club/programme.server.ts';

export const gatewayFactories = {
  'pix-bcb': gatewayFactoriesPixBcb,
  'slip-bank': gatewayFactoriesSlipBank,
  'test-acquirer': gatewayFactoriesTestAcquirer,
};

export const smsFactories = {
  'sms-http': smsFactoriesSmsHttp,
};

export const programmeFactories = {
  'points-club': programmeFactoriesPointsClub,
};
