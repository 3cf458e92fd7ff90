import type { CompanyProbe } from '../company-probe.server.ts';
import { bearerOf, readPublicKey, readReported } from './open-api.client.server.ts';
import { endpoints } from './open-api.facts.ts';

const reference = 'matriculadoctor';

export const probe: CompanyProbe = ({ 'm-pesa-vodacom': mPesa }) =>
  mPesa && {
    asks: 'a payment that does not exist',
    client: {
      baseUrl: mPesa.ports === null ? mPesa.url : `${mPesa.url}:${mPesa.ports.query}`,
      headers: {
        authorization: `Bearer ${bearerOf(mPesa.apiKey, readPublicKey(mPesa.publicKey))}`,
        origin: mPesa.origin,
      },
    },
    call: {
      method: endpoints.query.method,
      path: endpoints.query.path,
      query: {
        input_QueryReference: reference,
        input_ThirdPartyReference: reference,
        input_ServiceProviderCode: mPesa.serviceProviderCode,
      },
    },
    // The operator's code counts before the status: INS-2 is a wrong key, INS-13 a wrong service provider.
    accepts: (_status, json) => {
      const code = readReported(json)?.code;
      return code !== undefined && code !== '' && code !== 'INS-2' && code !== 'INS-13';
    },
    settings: 'MPESA_API_KEY, MPESA_PUBLIC_KEY, MPESA_ORIGIN, MPESA_SERVICE_PROVIDER_CODE',
  };
