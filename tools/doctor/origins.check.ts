import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import tls from 'node:tls';
import { type Check, type Finding, ok, warning, wordsOf, wrong } from './finding.ts';

const dayMs = 86_400_000;
/** A certificate that is renewed by itself has 30 days left at least; below this nobody renews it. */
const fewDays = 14;
const patienceMs = 8_000;

/** DNS and TLS of every origin that browsers reach. */
export const checkOrigins: Check = async ({ env, now }) => {
  const origins = [
    ['PUBLIC_ORIGIN', env.publicOrigin],
    ['CARD_FIELDS_ORIGIN', env.cardFieldsOrigin],
    ...(env.console === null ? [] : [['CONSOLE_ORIGIN', env.console.origin] as const]),
  ] as const;
  const looks = origins.map(([variable, origin]) => checkOrigin(`${variable} ${origin}`, new URL(origin), env, now));
  return (await Promise.all(looks)).flat();
};

type Appearance = Parameters<Check>[0];

async function checkOrigin(
  subject: string,
  url: URL,
  { appEnv }: Appearance['env'],
  now: Appearance['now'],
): Promise<Finding[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const addresses = await lookup(host, { all: true }).catch(wordsOf);
  if (typeof addresses === 'string')
    return [
      wrong(subject, `the name has no address: ${addresses}`, 'Add an A or AAAA record that leads to the proxy.'),
    ];
  const named = addresses.map(({ address }) => address).join(', ');
  if (url.protocol === 'http:') {
    if (appEnv === 'test') return [ok(subject, `${named}, without TLS in the test environment`)];
    return [wrong(subject, 'buyers would send data without TLS', 'Use an address that begins with https://.')];
  }
  const met = await meet(host, Number(url.port === '' ? 443 : url.port)).catch(wordsOf);
  if (typeof met === 'string')
    return [
      wrong(subject, `no TLS at ${named}: ${met}`, 'Start the TLS proxy, and let its port through the firewall.'),
    ];
  const days = Math.floor((met.validTo - now()) / dayMs);
  const findings: Finding[] = [certificateFinding(subject, met, days)];
  if (met.protocol !== 'h2')
    findings.push(
      warning(subject, 'no HTTP/2: a page’s files wait for each other', 'Turn HTTP/2 on at the proxy (nginx: http2).'),
    );
  return findings;
}

interface Met {
  readonly refusal: string | null;
  readonly issuer: string;
  readonly validTo: number;
  /** `h2`, or what else was agreed. */
  readonly protocol: string | null;
}

/** A TLS handshake as a browser makes it; a bad certificate is an answer. */
function meet(host: string, port: number): Promise<Met> {
  const { promise, resolve, reject } = Promise.withResolvers<Met>();
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = tls.connect({ host, port, ...name, ALPNProtocols: ['h2', 'http/1.1'], rejectUnauthorized: false });
  socket.setTimeout(patienceMs, () => socket.destroy(new Error('no answer')));
  socket.on('error', reject);
  socket.on('secureConnect', () => {
    const { valid_to: validTo, issuer } = socket.getPeerCertificate();
    const error: unknown = socket.authorizationError;
    resolve({
      refusal: socket.authorized ? null : error instanceof Error ? error.message : String(error),
      issuer: [issuer?.O ?? issuer?.CN ?? 'unknown'].flat().join(', '),
      validTo: Date.parse(validTo),
      protocol: socket.alpnProtocol || null,
    });
    socket.end();
  });
  return promise;
}

function certificateFinding(subject: string, { refusal, issuer, validTo, protocol }: Met, days: number): Finding {
  const until = new Date(validTo).toISOString().slice(0, 10);
  if (days < 0 || refusal === 'CERT_HAS_EXPIRED')
    return wrong(subject, `its certificate ended on ${until}`, 'Renew it, and reload the proxy.');
  if (refusal !== null) return wrong(subject, ...refusalOf(refusal));
  if (days < fewDays)
    return warning(
      subject,
      `its certificate ends in ${days} days, on ${until}`,
      'See why it is not renewed by itself.',
    );
  return ok(subject, `certificate of ${issuer}, ${days} days left${protocol === 'h2' ? ', HTTP/2' : ''}`);
}

function refusalOf(refusal: string): readonly [string, string] {
  if (/ALTNAME|altnames|does not match/i.test(refusal))
    return ['its certificate is for another name', 'Get one for this name, or let the name lead to the right server.'];
  if (refusal === 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
    return ['the certificate of the authority between is missing', 'Give the proxy the whole chain (fullchain.pem).'];
  if (/SELF_SIGNED|ISSUER_CERT/.test(refusal))
    return [
      `its certificate is from an unknown authority (${refusal})`,
      'Get one from a public authority; name an authority of your own in NODE_EXTRA_CA_CERTS.',
    ];
  return [`its certificate is refused (${refusal})`, 'Get another one, and reload the proxy.'];
}
