import { type CompanyProbe, foundNothing } from '../company-probe.server.ts';

export const probe: CompanyProbe = ({ culqi }) =>
  culqi && {
    asks: 'the newest charge',
    client: { baseUrl: culqi.url, headers: { authorization: `Bearer ${culqi.secretKey}` } },
    call: { method: 'GET', path: '/charges', query: { limit: '1' } },
    accepts: foundNothing,
    settings: 'CULQI_SECRET_KEY',
  };
