import { appVersion } from './app-version.ts';

/** How long a call may take, in milliseconds (specification, section 7). */
export const callTimeoutMs = 60_000;

/**
 * A call of a page to its own server, as the specification wants them: JSON, the version of the pages in a header, given
 * up after 60 s. Throws when nothing came; the caller takes nothing but 2xx (`ok`) for an answer.
 */
export function callServer(
  address: string,
  options: { readonly body?: URLSearchParams } & Pick<RequestInit, 'method' | 'redirect'> = {},
): Promise<Response> {
  const { body, ...own } = options;
  return fetch(address, {
    method: body ? 'POST' : 'GET',
    headers: { accept: 'application/json', appVersion },
    signal: AbortSignal.timeout(callTimeoutMs),
    cache: 'no-store',
    ...(body ? { body } : {}),
    ...own,
  });
}
