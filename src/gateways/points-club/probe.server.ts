import { basicAuthorization, type CompanyProbe } from '../company-probe.server.ts';

export const probe: CompanyProbe = ({ 'points-club': club }) =>
  club && {
    asks: 'how points are earned',
    client: { baseUrl: club.url, headers: { authorization: basicAuthorization(club.user, club.secret) } },
    call: { method: 'GET', path: '/earning' },
    accepts: (status) => status === 200,
    settings: 'POINTS_USER, POINTS_SECRET',
  };
