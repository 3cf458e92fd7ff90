import http from 'node:http';
import https from 'node:https';

/** An answer, with the moments at which parts of its body arrived, in milliseconds from the answer's head. */
export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
  readonly arrivals: readonly number[];
}

const patienceMs = 8_000;
const longestBody = 1_000_000;

/** Asks an origin with headers of our choice, `Host` among them. A certificate is the business of another check. */
export function ask(origin: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const url = new URL(path, origin);
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const options = {
    headers: { 'user-agent': 'matricula-doctor', ...headers },
    agent: false as const,
    rejectUnauthorized: false,
    // The name of the certificate stays that of the origin while another Host is asked for.
    ...(url.protocol === 'https:' ? { servername: url.hostname } : {}),
  };
  const request = (url.protocol === 'https:' ? https : http).request(url, options, (response) => {
    const began = performance.now();
    const parts: Buffer[] = [];
    const arrivals: number[] = [];
    response.on('data', (part: Buffer) => {
      parts.push(part);
      arrivals.push(performance.now() - began);
      if (arrivals.length * 1024 > longestBody) response.destroy();
    });
    response.on('error', reject);
    response.on('close', () =>
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: Buffer.concat(parts).toString('utf8'),
        arrivals,
      }),
    );
  });
  request.setTimeout(patienceMs, () => request.destroy(new Error(`no answer within ${patienceMs / 1000} s`)));
  request.on('error', reject);
  request.end();
  return promise;
}
