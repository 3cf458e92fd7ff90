// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import type { SettingsSource } from '#src/kernel/env/secret-values.server.ts';
import { readSettings as readCompaniesCulqi } from './culqi/settings.server.ts';
import { readSettings as readCompaniesMPesaVodacom } from './m-pesa-vodacom/settings.server.ts';
import { readSettings as readCompaniesNfseNational } from './nfse-national/settings.server.ts';
import { readSettings as readCompaniesNupay } from './nupay/settings.server.ts';
import { readSettings as readCompaniesPagarme } from './pagarme/settings.server.ts';
import { readSettings as readCompaniesPixBcb } from './pix-bcb/settings.server.ts';
import { readSettings as readCompaniesPointsClub } from './points-club/settings.server.ts';
import { readSettings as readCompaniesSlipBank } from './slip-bank/settings.server.ts';
import { readSettings as readCompaniesSmsHttp } from './sms-http/settings.server.ts';
import { readSettings as readCompaniesTestAcquirer } from './test-acquirer/settings.server.ts';

export const readCompanies = (source: SettingsSource) => ({
  culqi: readCompaniesCulqi(source),
  'm-pesa-vodacom': readCompaniesMPesaVodacom(source),
  'nfse-national': readCompaniesNfseNational(source),
  nupay: readCompaniesNupay(source),
  pagarme: readCompaniesPagarme(source),
  'pix-bcb': readCompaniesPixBcb(source),
  'points-club': readCompaniesPointsClub(source),
  'slip-bank': readCompaniesSlipBank(source),
  'sms-http': readCompaniesSmsHttp(source),
  'test-acquirer': readCompaniesTestAcquirer(source),
});
