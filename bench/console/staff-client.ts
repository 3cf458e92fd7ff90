/** One member of staff at the console, as far as HTTP goes: cookies, the way in by the sandbox's directory, and calls. */
export interface StaffClient {
  /** The JSON of an address below `/data`. Throws where the answer is no success. */
  read(path: string): Promise<unknown>;
  post(path: string, body: object): Promise<unknown>;
  /** Keeps the stream of changes open until the client is closed, as an open tab does. */
  watch(): Promise<void>;
  close(): void;
}

const mostRedirects = 12;

/** Signs a person of the sandbox's directory in at the console with this origin. */
export async function signInStaff(origin: string, person: string): Promise<StaffClient> {
  const cookies = new Map<string, string>();
  const cookieHeader = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const end = new AbortController();

  async function send(url: URL, init: RequestInit = {}): Promise<Response> {
    const answer = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...Object.fromEntries(new Headers(init.headers)), cookie: cookieHeader() },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  }

  async function open(first: URL, form?: URLSearchParams): Promise<URL> {
    let [url, body] = [first, form];
    for (let steps = 0; steps < mostRedirects; steps += 1) {
      const answer = await send(url, {
        headers: { accept: 'text/html' },
        ...(body === undefined ? {} : { method: 'POST', body }),
      });
      await answer.arrayBuffer();
      const location = answer.headers.get('location');
      if (location === null) {
        if (answer.status !== 200) throw new Error(`${url.href}: ${answer.status}`);
        return url;
      }
      [url, body] = [new URL(location, url), undefined];
    }
    throw new Error(`${first.href} leads on and on`);
  }

  async function call(path: string, init: RequestInit): Promise<unknown> {
    const answer = await send(new URL(`/data${path}`, origin), init);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text.slice(0, 160)}`);
    return JSON.parse(text);
  }

  const page = await open(new URL('/sign-in', origin));
  const arrived = await open(page, new URLSearchParams({ person, factor: 'on' }));
  if (arrived.origin !== origin) throw new Error(`${person} ended at ${arrived.href}`);
  const ownPage = { origin, 'sec-fetch-site': 'same-origin', 'x-console': '1', 'content-type': 'application/json' };
  return {
    read: (path) => call(path, {}),
    post: (path, body) => call(path, { method: 'POST', headers: ownPage, body: JSON.stringify(body) }),
    async watch() {
      const answer = await send(new URL('/data/live', origin), { signal: end.signal });
      if (!answer.ok || !answer.body) throw new Error(`/live: ${answer.status}`);
      void drain(answer.body);
    },
    close: () => end.abort(),
  };
}

/** Reads a stream to its end, which is the client's own. */
async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body.getReader();
  try {
    while (!(await reader.read()).done);
  } catch {
    // The client closed it.
  }
}
