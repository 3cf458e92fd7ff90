import { basicAuthorization, type CompanyProbe, foundNothing } from '../company-probe.server.ts';

export const probe: CompanyProbe = ({ 'slip-bank': { url, user, secret } }) => ({
  asks: 'a slip that does not exist',
  client: { baseUrl: url, headers: { authorization: basicAuthorization(user, secret) } },
  // The serial of an attempt begins with 1.
  call: { method: 'GET', path: '/slips/00000000000' },
  accepts: foundNothing,
  settings: 'SLIP_USER, SLIP_SECRET',
});
