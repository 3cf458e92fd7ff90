// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { gatewayFactory as gatewayFactoriesCulqi } from './culqi/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesCulqiCash } from './culqi-cash/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesInPersonUnit } from './in-person-unit/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesMPesaVodacom } from './m-pesa-vodacom/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesNupay } from './nupay/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesPagarme } from './pagarme/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesPagarmeSlip } from './pagarme-slip/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesPixBcb } from './pix-bcb/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesPointsClub } from './points-club/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesSlipBank } from './slip-bank/gateway.server.ts';
import { gatewayFactory as gatewayFactoriesTestAcquirer } from './test-acquirer/gateway.server.ts';
import { smsFactory as smsFactoriesSmsHttp } from './sms-http/sms.server.ts';
import { programmeFactory as programmeFactoriesPointsClub } from './points-club/programme.server.ts';
import { fiscalFactory as fiscalFactoriesNfseNational } from './nfse-national/fiscal.server.ts';

export const gatewayFactories = {
  culqi: gatewayFactoriesCulqi,
  'culqi-cash': gatewayFactoriesCulqiCash,
  'in-person-unit': gatewayFactoriesInPersonUnit,
  'm-pesa-vodacom': gatewayFactoriesMPesaVodacom,
  nupay: gatewayFactoriesNupay,
  pagarme: gatewayFactoriesPagarme,
  'pagarme-slip': gatewayFactoriesPagarmeSlip,
  'pix-bcb': gatewayFactoriesPixBcb,
  'points-club': gatewayFactoriesPointsClub,
  'slip-bank': gatewayFactoriesSlipBank,
  'test-acquirer': gatewayFactoriesTestAcquirer,
};

export const smsFactories = {
  'sms-http': smsFactoriesSmsHttp,
};

export const programmeFactories = {
  'points-club': programmeFactoriesPointsClub,
};

export const fiscalFactories = {
  'nfse-national': fiscalFactoriesNfseNational,
};
