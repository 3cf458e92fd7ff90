// Made by `npm run registries` from the folders that exist: add or delete a folder, not a line.
import { company as companiesCulqi } from './companies/culqi/company.server.ts';
import { company as companiesMPesaVodacom } from './companies/m-pesa-vodacom/company.server.ts';
import { company as companiesNfseNational } from './companies/nfse-national/company.server.ts';
import { company as companiesNupay } from './companies/nupay/company.server.ts';
import { company as companiesPagarme } from './companies/pagarme/company.server.ts';
import { company as companiesPixBcb } from './companies/pix-bcb/company.server.ts';
import { company as companiesPointsClub } from './companies/points-club/company.server.ts';
import { company as companiesSlipBank } from './companies/slip-bank/company.server.ts';
import { company as companiesSmsHttp } from './companies/sms-http/company.server.ts';
import { company as companiesTestAcquirer } from './companies/test-acquirer/company.server.ts';
import { testContract as testContractsCulqi } from './companies/culqi/account.server.ts';
import { testContract as testContractsMPesaVodacom } from './companies/m-pesa-vodacom/account.server.ts';
import { testContract as testContractsNupay } from './companies/nupay/account.server.ts';
import { testContract as testContractsPagarme } from './companies/pagarme/account.server.ts';
import { testContract as testContractsPixBcb } from './companies/pix-bcb/account.server.ts';
import { testContract as testContractsPointsClub } from './companies/points-club/account.server.ts';
import { testContract as testContractsSlipBank } from './companies/slip-bank/account.server.ts';
import { testContract as testContractsSmsHttp } from './companies/sms-http/account.server.ts';
import { testContract as testContractsTestAcquirer } from './companies/test-acquirer/account.server.ts';

export const companies = {
  culqi: companiesCulqi,
  'm-pesa-vodacom': companiesMPesaVodacom,
  'nfse-national': companiesNfseNational,
  nupay: companiesNupay,
  pagarme: companiesPagarme,
  'pix-bcb': companiesPixBcb,
  'points-club': companiesPointsClub,
  'slip-bank': companiesSlipBank,
  'sms-http': companiesSmsHttp,
  'test-acquirer': companiesTestAcquirer,
};

export const testContracts = {
  culqi: testContractsCulqi,
  'm-pesa-vodacom': testContractsMPesaVodacom,
  nupay: testContractsNupay,
  pagarme: testContractsPagarme,
  'pix-bcb': testContractsPixBcb,
  'points-club': testContractsPointsClub,
  'slip-bank': testContractsSlipBank,
  'sms-http': testContractsSmsHttp,
  'test-acquirer': testContractsTestAcquirer,
};
