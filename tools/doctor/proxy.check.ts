import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { ask } from './ask.ts';
import { type Check, type Finding, type Installation, ok, warning, wordsOf, wrong } from './finding.ts';

const mirrorPath = '/readiness/request';
const mirrorSchema = z.object({ address: z.string(), host: z.string().nullable() });
/** From the range for documents (RFC 5737): nobody's address. */
const forged = '203.0.113.7';
/** The mirror's second event comes 0.4 s after the first; a proxy that gathers brings both at once. */
const leastApartMs = 200;
const skewMs = 5_000;

/** How requests reach the product through the proxy. Needs the product to run. */
export const checkProxy: Check = async (installation) => {
  const { env } = installation;
  const subject = `GET ${env.publicOrigin}`;
  const ready = await ask(env.publicOrigin, '/readiness').catch(wordsOf);
  if (typeof ready === 'string')
    return [wrong(subject, `nothing answers: ${ready}`, 'Start the product and the proxy, then look again.')];
  const findings = [
    ready.status === 200
      ? ok(subject, 'the product is ready')
      : wrong(
          subject,
          `/readiness answers ${ready.status}: ${ready.body.slice(0, 200)}`,
          'See the log of the product.',
        ),
    ...dateFinding(subject, ready.headers.date, installation.now()),
    await strangerFinding(env.publicOrigin),
  ];
  return [...findings, ...(await mirrorFindings(installation))];
};

function dateFinding(subject: string, date: string | undefined, now: number): Finding[] {
  const skew = date === undefined ? 0 : Date.parse(date) - now;
  if (Math.abs(skew) < skewMs) return [];
  const seconds = Math.round(skew / 1000);
  return [wrong(subject, `its clock differs from this one’s by ${seconds} s`, 'Let both machines follow NTP.')];
}

/** A page asked for under another name would put that name into links and e-mails. */
async function strangerFinding(origin: string): Promise<Finding> {
  const subject = 'Host';
  const answer = await ask(origin, '/', { host: 'another-name.example' }).catch(wordsOf);
  if (typeof answer === 'string' || answer.status >= 400) return ok(subject, 'another name is refused');
  return wrong(
    subject,
    `a page answers under another name (${answer.status})`,
    'The proxy replaces Host: let it pass the one of the request (nginx: proxy_set_header Host $host).',
  );
}

async function mirrorFindings({ env }: Installation): Promise<Finding[]> {
  const { metricsToken } = env.monitoring;
  const token: Record<string, string> = metricsToken === null ? {} : { authorization: `Bearer ${metricsToken}` };
  const plain = await ask(env.publicOrigin, mirrorPath, token);
  if (plain.status === 404) {
    const remedy = 'Set METRICS_TOKEN for the product and the doctor, then look again.';
    return [warning('X-Forwarded-For', 'the product does not tell what it sees', remedy)];
  }
  const seen = mirrorSchema.safeParse(readJson(plain.body));
  if (!seen.success)
    return [wrong('proxy', `${mirrorPath} answers ${plain.status}, which is not the product’s`, 'Let it through.')];
  const findings = [hostFinding(env.publicOrigin, seen.data.host), await streamFinding(env.publicOrigin, token)];
  return metricsToken === null ? findings : [...findings, await addressFinding(env, seen.data.address, token)];
}

function hostFinding(origin: string, host: string | null): Finding {
  const wanted = new URL(origin).host;
  if (host === wanted) return ok('Host', 'it arrives as the browser sent it');
  return wrong(
    'Host',
    `the product is asked for ${host ?? 'nothing'} in place of ${wanted}`,
    'Let the proxy pass it on (nginx: proxy_set_header Host $host; with a port in the address: $http_host).',
  );
}

async function streamFinding(origin: string, token: Readonly<Record<string, string>>): Promise<Finding> {
  const subject = 'event streams';
  const { arrivals } = await ask(origin, mirrorPath, { ...token, accept: 'text/event-stream' });
  const apart = (arrivals.at(-1) ?? 0) - (arrivals[0] ?? 0);
  if (apart >= leastApartMs) return ok(subject, 'each event arrives at once');
  const remedy = 'Turn buffering and caching off for text/event-stream (nginx: proxy_buffering off).';
  return wrong(subject, 'the proxy gathers events: a buyer would not see that the money came', remedy);
}

/** Limits and the audit trail go by the visitor's address, which only our own proxies may name. */
async function addressFinding(
  { publicOrigin, trustedProxies }: Installation['env'],
  address: string,
  token: Readonly<Record<string, string>>,
): Promise<Finding> {
  const subject = 'X-Forwarded-For';
  const answer = await ask(publicOrigin, mirrorPath, { ...token, 'x-forwarded-for': forged });
  const lied = mirrorSchema.safeParse(readJson(answer.body)).data?.address;
  if (lied === forged)
    return wrong(
      subject,
      'a visitor can pretend to have any address',
      'Let the proxy set the header anew (nginx: $remote_addr), and TRUSTED_PROXIES name proxies only.',
    );
  if (trustedProxies.length === 0) {
    if (publicOrigin.startsWith('http:')) return ok(subject, `no proxy: the product sees ${address}`);
    const remedy = 'Name the proxy’s address in TRUSTED_PROXIES, as the product sees it: ';
    return wrong(subject, `no proxy is trusted: all visitors share the address ${address}`, remedy + address);
  }
  if (isAmong(address, trustedProxies) && !isLoopback(address))
    return wrong(
      subject,
      `the product takes the proxy’s address ${address} for the visitor’s`,
      'Let the proxy set X-Forwarded-For (nginx: proxy_set_header X-Forwarded-For $remote_addr).',
    );
  return ok(subject, `the product sees ${address}, and a forged address is not believed`);
}

function isLoopback(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(address);
}

function isAmong(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const family = isIP(base) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
