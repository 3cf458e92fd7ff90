import { type CompanyProbe, foundNothing } from '../company-probe.server.ts';
import { paths, referenceQuery } from './nupay.facts.ts';

export const probe: CompanyProbe = ({ nupay }) =>
  nupay && {
    asks: 'a payment that does not exist',
    client: {
      baseUrl: nupay.url,
      headers: { 'x-merchant-key': nupay.merchantKey, 'x-merchant-token': nupay.merchantToken },
    },
    call: { method: 'GET', path: paths.payments, query: { [referenceQuery]: 'matricula-doctor' } },
    accepts: foundNothing,
    settings: 'NUPAY_MERCHANT_KEY, NUPAY_MERCHANT_TOKEN',
  };
