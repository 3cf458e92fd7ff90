import { basicAuthorization, type CompanyProbe } from '../company-probe.server.ts';
import { readCertificate } from './settings.server.ts';

export const probe: CompanyProbe = ({ 'pix-bcb': { url, clientId, clientSecret, tls } }) => ({
  asks: 'a token',
  client: { baseUrl: url, ...(tls === null ? {} : { tls: readCertificate(tls) }) },
  call: {
    method: 'POST',
    path: '/oauth/token',
    headers: { authorization: basicAuthorization(clientId, clientSecret) },
    form: { grant_type: 'client_credentials', scope: 'cob.read' },
  },
  accepts: (status) => status === 200,
  settings: 'PIX_CLIENT_ID, PIX_CLIENT_SECRET, PIX_CERT_FILE, PIX_KEY_FILE',
});
