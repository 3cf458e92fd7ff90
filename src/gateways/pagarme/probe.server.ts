import { basicAuthorization, type CompanyProbe, foundNothing } from '../company-probe.server.ts';

export const probe: CompanyProbe = ({ pagarme }) =>
  pagarme && {
    asks: 'a charge that does not exist',
    client: { baseUrl: pagarme.url, headers: { authorization: basicAuthorization(pagarme.secretKey, '') } },
    call: { method: 'GET', path: '/charges', query: { code: 'matricula-doctor', size: '1' } },
    accepts: foundNothing,
    settings: 'PAGARME_SECRET_KEY',
  };
