import http from 'node:http';
import https from 'node:https';

/** Poster of notifications: one pool of kept-alive connections, no redirects followed, bounded in time. */
export interface HttpPoster {
  /** The status of the answer, or null when none arrived within `timeoutMs`. Never throws. */
  post(url: string, body: Buffer, headers: Readonly<Record<string, string>>): Promise<number | null>;
  close(): void;
}

export function createHttpPoster(timeoutMs: number): HttpPoster {
  const plain = new http.Agent({ keepAlive: true, maxSockets: 64 });
  const secure = new https.Agent({ keepAlive: true, maxSockets: 16 });

  return {
    post: (url, body, headers) =>
      new Promise((resolve) => {
        const target = URL.parse(url);
        if (target === null || !/^https?:$/.test(target.protocol)) {
          resolve(null);
          return;
        }
        const isPlain = target.protocol === 'http:';
        const request = (isPlain ? http : https).request(
          target,
          {
            method: 'POST',
            agent: isPlain ? plain : secure,
            timeout: timeoutMs,
            headers: { 'content-type': 'application/json', 'content-length': body.length, ...headers },
          },
          (response) => {
            response.resume();
            response.on('error', () => resolve(null));
            response.on('end', () => resolve(response.statusCode ?? null));
          },
        );
        request.on('timeout', () => request.destroy());
        request.on('error', () => resolve(null));
        request.end(body);
      }),
    close() {
      plain.destroy();
      secure.destroy();
    },
  };
}
