import { basicAuthorization, type CompanyProbe, foundNothing } from '../company-probe.server.ts';

export const probe: CompanyProbe = ({ 'test-acquirer': { url, merchant, secret } }) => ({
  asks: 'a charge that does not exist',
  client: { baseUrl: url, headers: { authorization: basicAuthorization(merchant, secret) } },
  call: { method: 'GET', path: '/charges', query: { merchantOrderId: 'matricula-doctor' } },
  accepts: foundNothing,
  settings: 'ACQUIRER_MERCHANT, ACQUIRER_SECRET',
});
